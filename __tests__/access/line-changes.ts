/** A text with one of its lines gone or turned round. */
export interface LineChange {
  /** What was done to which line. */
  readonly label: string;
  readonly lines: readonly string[];
}

/** Lines that decide who gets in, and where addresses lead. */
const SAYS =
  /^\s*(?:<?Require|AuthMerging|Order|Allow|Deny|Satisfy|AuthType|AuthName|AuthUserFile|AuthGroupFile|AuthBasicProvider|SetEnvIf|BrowserMatch|(?:Script)?Alias|DocumentRoot|Rewrite(?:Engine|Rule|Cond|Base)|ProxyPass|Server(?:Name|Alias|Path)|Redirect|UserDir|DirectoryIndex|AccessFileName|AllowOverride)/i;

/** Every way in which one line may be lost or come to mean something else; none for lines that have no say. */
export function lineChanges(lines: readonly string[], at: number): LineChange[] {
  const line = (lines[at] ?? '').trim();
  if (!SAYS.test(line) || lines[at - 1]?.trimEnd().endsWith('\\') === true) return [];
  const change = (label: string, made: readonly string[]): LineChange => ({
    label: `${label} ${at + 1} ${line}`,
    lines: made,
  });
  if (line.startsWith('<')) return containerChanges(lines, at).map(([label, made]) => change(label, made));
  const made = turned(line).map(([label, text]) => change(label, lines.with(at, text)));
  // Where nothing is inherited to granted says nothing new.
  const isSilent = /^Require all granted$/i.test(line);
  return [...(isSilent ? [] : [change('without', lines.toSpliced(at, 1))]), ...made];
}

/** The line in other words, each with a label. */
function turned(line: string): (readonly [string, string])[] {
  const turns: readonly (readonly [string, RegExp, string])[] = [
    ['denied', /\bgranted$/i, 'denied'],
    ['granted', /\bdenied$/i, 'granted'],
    ['positive', /^Require not/i, 'Require'],
    ['Or', /^AuthMerging And/i, 'AuthMerging Or'],
    ['And', /^AuthMerging Or/i, 'AuthMerging And'],
    ['other address', /^(Require (?:not )?ip) .*/i, '$1 203.0.113.99'],
    ['other user', /^(Require user) .*/i, '$1 somebody-else'],
    ['other group', /^(Require group) .*/i, '$1 another-group'],
    ['any user', /^Require (?:user|group) .*/i, 'Require valid-user'],
    ['other variable', /^(Require (?:not )?env) .*/i, '$1 another-variable'],
    ['other address', /^((?:Script)?Alias|ProxyPass|Redirect) (?!\d)\S+ (\S+)$/i, '$1 /another-address $2'],
    ['other folder', /^((?:Script)?Alias(?:Match)? \S+) .*/i, '$1 /another-folder'],
    ['other folder', /^(DocumentRoot) .*/i, '$1 /another-folder'],
    ['other target', /^(RewriteRule \S+) \S+/i, '$1 /another-target'],
    ['other pattern', /^(RewriteRule) \S+/i, '$1 ^/?another-address'],
    ['refused no more', /^(RewriteRule \S+ -) \[[FG].*/i, '$1'],
    ['other name', /^(Server(?:Name|Alias)) .*/i, '$1 another.example'],
    ['other path', /^(ServerPath|RewriteBase) .*/i, '$1 /another-address'],
    ['other index', /^(DirectoryIndex) .*/i, '$1 another.html'],
    ['other files', /^(AccessFileName) .*/i, '$1 .another'],
    ['no overriding', /^(AllowOverride) (?!None).*/i, '$1 None'],
    ['overriding', /^(AllowOverride) None/i, '$1 All'],
    ['Off', /^(RewriteEngine) On/i, '$1 Off'],
    ['On', /^(RewriteEngine) Off/i, '$1 On'],
    ['other file', /^(Auth(?:User|Group)File) .*/i, '$1 conf/another-file'],
  ];
  return turns.flatMap(([label, from, to]) =>
    from.test(line) ? [[label, line.replace(from, to)] as const] : [],
  );
}

function containerChanges(lines: readonly string[], at: number): (readonly [string, readonly string[]])[] {
  const opening = lines[at] ?? '';
  const end = closingLine(lines, at);
  const name = /<(Require\w+)/i.exec(opening)?.[1] ?? '';
  const to = /RequireAll/i.test(name) ? 'RequireAny' : 'RequireAll';
  const swapped = lines.with(at, opening.replace(name, to)).with(end, (lines[end] ?? '').replace(name, to));
  return [
    ['swapped', swapped],
    ['without', lines.filter((_, i) => i < at || i > end)],
    ['unwrapped', lines.filter((_, i) => i !== at && i !== end)],
  ];
}

function closingLine(lines: readonly string[], at: number): number {
  let depth = 0;
  return lines.findIndex((line, i) => {
    if (i < at) return false;
    if (/^\s*<Require/i.test(line)) depth++;
    if (/^\s*<\/Require/i.test(line)) depth--;
    return depth === 0;
  });
}
