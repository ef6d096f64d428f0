const ASSIGNMENT = /^\s*(?:export\s+)?([A-Za-z_]\w*)(\+?)=(.*)$/s;
/** A line, with those that a quote of its value goes on over. */
const LINE = /^[ \t]*(?:export[ \t]+)?[A-Za-z_]\w*\+?=(?:"(?:[^"\\]|\\.)*"|'[^']*')[^\n]*|^[^\n]*/gms;
const PIECE = /"(?:[^"\\]|\\.)*"|'[^']*'|\\.|\$\{[^{}]*\}|\$[\w(]*|[^\s"'\\;&|#$]+/gy;

/**
 * The variables that a shell file sets (`export NAME=value`, `NAME="value"`), read without running it. `$NAME` and `${NAME}` are what
 * was assigned above. Left out is what only a shell can tell: a value that needs a command or another variable, and one that differs
 * between the branches of an `if` or a `case`, or is set behind `&&`. Enough for Debian's envvars and the option files of start scripts. Values
 * stay as Latin-1.
 */
export function readShellSettings(text: string): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  const undecided = new Set<string>();
  let depth = 0;
  for (const [line] of text.replace(/\\\r?\n/g, '').matchAll(LINE)) {
    if (/^\s*(?:fi|esac|done)\b/.test(line)) depth = Math.max(0, depth - 1);
    for (const { command, isCertain } of commandsOf(line)) {
      const [, unset] = UNSET.exec(command) ?? [];
      for (const name of unset?.split(/\s+/) ?? []) settings.delete(name);
      const [, name, added = '', written = ''] = ASSIGNMENT.exec(command) ?? [];
      if (name === undefined) continue;
      const value = readValue(added === '' ? written : `\${${name}}${written}`, settings);
      const known = settings.get(name);
      if (isCertain && depth === 0) undecided.delete(name);
      else if (known !== undefined ? known !== value : !isCertain) undecided.add(name);
      if (value !== null) settings.set(name, value);
      else if (depth === 0) settings.delete(name);
    }
    if (/^\s*(?:if|case|for|while|until)\b/.test(line) && !/\b(?:fi|esac|done)\b/.test(line)) depth++;
  }
  for (const name of undecided) settings.delete(name);
  return settings;
}

interface Command {
  readonly command: string;
  /** Whether it is run whatever those before it on the line come to. */
  readonly isCertain: boolean;
}

const UNSET = /^\s*unset\s+(?:-v\s+)?([\w\s]+)/;
const QUOTED = /"(?:[^"\\]|\\.)*"|'[^']*'|\\.|\$\{[^{}]*\}|(?<!\S)#.*/g;
const SEPARATOR = /;+|&&|\|\||(?<!\S)(?:then|else|do)(?!\S)|\)/g;

/** The commands of a line. */
function* commandsOf(line: string): Generator<Command> {
  if (!/[;&|)]|\b(?:then|else|do)\b/.test(line)) return void (yield { command: line, isCertain: true });
  // As long as the line, so that places in it are the same.
  const plain = line.replace(QUOTED, (quoted) => '"'.repeat(quoted.length));
  let isCertain = !/^\s*(?:if|elif|else|case|for|while|until)\b/.test(line);
  let start = 0;
  for (const { index, 0: separator } of plain.matchAll(SEPARATOR)) {
    yield { command: line.slice(start, index), isCertain };
    if (!separator.startsWith(';')) isCertain = false;
    start = index + separator.length;
  }
  yield { command: line.slice(start), isCertain };
}

/** The same of a file of NAME=VALUE lines, in which a value without quotes goes on to the end of its line (systemd, containers). */
export function readEnvironmentFile(text: string): ReadonlyMap<string, string> {
  const settings = new Map(readShellSettings(text));
  for (const line of text.split('\n')) {
    const [, name, added, value = ''] = ASSIGNMENT.exec(line.trimEnd()) ?? [];
    if (name !== undefined && added === '' && !/["'`$\\#;]/.test(value)) settings.set(name, value);
  }
  return settings;
}

/** Debian's name for what tells several instances apart: empty for the one in /etc/apache2. */
const PRESET: Readonly<Record<string, string>> = { SUFFIX: '' };

/** The first shell word; null if a command would have to be run for it, or a variable is in it that is not set here. */
function readValue(text: string, settings: ReadonlyMap<string, string>): string | null {
  const pieces = text.match(PIECE) ?? [];
  const values = pieces.map((piece) => {
    if (piece.startsWith("'")) return piece.slice(1, -1);
    const plain = piece.startsWith('"') ? piece.slice(1, -1) : piece;
    return /`|\$\(/.test(plain) ? null : expand(plain.replace(/\\(["\\$`])/g, '$1'), settings);
  });
  return values.includes(null) ? null : values.join('');
}

function expand(text: string, settings: ReadonlyMap<string, string>): string | null {
  let isKnown = true;
  const expanded = text.replace(
    /\$(?:\{(\w+)(?::?[-=]([^}$]*))?[^}$]*\}|(\w+))/g,
    (_, braced?: string, fallback?: string, bare?: string) => {
      const name = braced ?? bare ?? '';
      const value = settings.get(name) ?? PRESET[name];
      if (value === undefined && fallback === undefined) isKnown = false;
      return value || (fallback ?? '');
    },
  );
  return isKnown ? expanded : null;
}

/** The -D names of a command line: `-D SSL -DINFO -k start`. */
export function readDefineFlags(options: string): string[] {
  return [...options.matchAll(/(?:^|\s)-D\s*(\S+)/g)].map((match) => match[1] ?? '');
}

/** The same where the start script writes `-D` before each word that has none: `SSL INFO`. */
export function readDefineNames(words: string): string[] {
  return words
    .split(/\s+/)
    .map((word) => word.replace(/^-D/, ''))
    .filter(Boolean);
}
