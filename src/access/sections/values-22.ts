import type { Occurrence } from '../../model/index.ts';
import { untilEmpty } from '../../text/index.ts';
import type { ArgumentKind } from '../../catalog/index.ts';
import { writtenName } from './written-line.ts';

/**
 * What the commands of 2.2.34 say against words that only 2.4 takes: a server does not start with them, and answers 500 below a
 * .htaccess file. Null: 2.2 takes the line, or it is not known that it does not.
 */
export function valueError22({ name, args }: Occurrence): string | null {
  return ERRORS[name]?.(args) ?? null;
}

type Check = (args: readonly string[]) => string | null;

const ERRORS: Readonly<Record<string, Check>> = {
  header: (args) => headerError(/^(?:always|onsuccess)$/i.test(args[0] ?? '') ? args.slice(1) : args),
  requestheader: headerError,
  rewriterule: ([, , flags = '']) => {
    const odd = flagsIn(flags).find((flag) => !REWRITE_FLAG.test(flag));
    return odd === undefined ? null : `RewriteRule: unknown flag '${odd}'`;
  },
  // Taken word by word until an empty one (ITERATE); of IndexOptions only the last may be empty (TAKE_ARGV).
  rewriteoptions: (args) =>
    oneOf(/^(?:inherit|allowanyuri|mergebase|maxredirects=.*)$/i, 'unknown option')(untilEmpty(args)),
  indexoptions: (args) => indexOptionsError(args.at(-1) === '' ? args.slice(0, -1) : args),
  ssloptions: oneOf(
    /^[+-]?(?:StdEnvVars|CompatEnvVars|ExportCertData|FakeBasicAuth|StrictRequire|OptRenegotiate)$/i,
    'Illegal option',
  ),
  options: oneOf(
    /^[+-]?(?:Indexes|Includes|IncludesNOEXEC|FollowSymLinks|SymLinksIfOwnerMatch|ExecCGI|MultiViews|RunScripts|All|None)$/i,
    'Illegal option',
  ),
  fileetag: oneOf(/^[+-]?(?:None|All|MTime|Size|INode)$/i, 'Unknown keyword'),
  // 2.4 takes the line, too, once `auth` is written for what it does not know.
  authdigestqop: (args) => oneOf(/^(?:none|auth|auth-int)$/i, 'Unrecognized qop')(untilEmpty(args)),
  // In a section 2.4 takes the address of the section for the one that is missing.
  redirect: ([status = '', , url]) =>
    url === undefined && /^(?:permanent|temp|seeother|3\d\d(?:\D.*)?)$/i.test(status)
      ? 'URL to redirect to is missing'
      : null,
  // mod_authn_socache came with 2.4; names of third-party providers may be anything.
  authbasicprovider: oneOf(/^(?!socache$)/, 'Unknown Authn provider'),
  authdigestprovider: oneOf(/^(?!socache$)/, 'Unknown Authn provider'),
};

function oneOf(known: RegExp, complaint: string): Check {
  return (args) => {
    const odd = args.find((word) => !known.test(word));
    return odd === undefined ? null : `${complaint}: ${odd}`;
  };
}

const indexOptionsError = oneOf(
  /^[+-]?(?:FancyIndexing|FoldersFirst|HTMLTable|IconsAreLinks|IgnoreCase|IgnoreClient|ScanHTMLTitles|SuppressColumnSorting|SuppressDescription|SuppressHTMLPreamble|SuppressIcon|SuppressLastModified|SuppressSize|SuppressRules|TrackModified|VersionSort|XHTML|ShowForbidden|None|Charset=.*|Type=.*|(?:IconWidth|IconHeight|NameWidth|DescriptionWidth)(?:=.*)?)$/i,
  'Invalid directory indexing option',
);

/** cmd_rewriterule_setflag, modules/mappers/mod_rewrite.c. */
const REWRITE_FLAG =
  /^(?:B|backrefescaping|C|chain|CO|cookie|DPI|discardpath|E|env|F|forbidden|G|gone|H|handler|L|last|N|next|NE|noescape|NS|nosubreq|NC|nocase|P|proxy|PT|passthrough|QSA|qsappend|R|redirect|S|skip|T|type)$/i;

function flagsIn(written: string): string[] {
  const inner = /^\[(.*)\]$/s.exec(written)?.[1] ?? '';
  return inner
    .split(',')
    .map((flag) => flag.trim().replace(/=.*/s, ''))
    .filter((flag) => flag !== '');
}

const HEADER_ACTION = /^(?:set|add|append|merge|unset|echo|edit\*?)$/i;

/** header_inout_cmd, modules/metadata/mod_headers.c. */
function headerError([action = '', , ...rest]: readonly string[]): string | null {
  if (!HEADER_ACTION.test(action)) {
    return "first argument must be 'add', 'set', 'append', 'merge', 'unset', 'echo', 'edit', or 'edit*'.";
  }
  const lower = action.toLowerCase();
  const values = lower.startsWith('edit') ? 2 : lower === 'unset' || lower === 'echo' ? 0 : 1;
  // %l, %i and %b came with 2.4 (register_format_tag_handler).
  const format = values === 1 ? /%(?:\{[^}]*\})?[lib]/.exec((rest[0] ?? '').replaceAll('%%', '')) : null;
  if (format !== null) return `Unrecognized header format ${format[0]}`;
  const condition = rest[values];
  if (condition === undefined || /^(?:early|env=!?.)/i.test(condition)) return null;
  return 'error: envclause should be in the form env=envar';
}

/** How many words `invoke_cmd` takes. */
const COUNTS: Partial<Record<ArgumentKind, readonly [least: number, most: number, complaint: string]>> = {
  NO_ARGS: [0, 0, 'takes no arguments'],
  TAKE1: [1, 1, 'takes one argument'],
  TAKE2: [2, 2, 'takes two arguments'],
  TAKE3: [3, 3, 'takes three arguments'],
  TAKE12: [1, 2, 'takes 1-2 arguments'],
  TAKE23: [2, 3, 'takes two or three arguments'],
  TAKE123: [1, 3, 'takes one, two or three arguments'],
  ITERATE2: [2, Infinity, 'requires at least two arguments'],
};

/** What is wrong with how many words the line has; null for nothing. */
export function argumentsError(line: Occurrence, kind: ArgumentKind | null): string | null {
  const { args } = line;
  const name = writtenName(line);
  if (kind === null) return null;
  if (kind === 'FLAG') return /^(?:on|off)$/i.test(args[0] ?? '') ? null : `${name} must be On or Off`;
  const count = COUNTS[kind];
  if (count === undefined) return null;
  const [least, most, complaint] = count;
  // None of them may be empty, but for those that are read one by one: these end there.
  const isMissing = args.length < least || args.slice(0, kind === 'ITERATE2' ? 1 : least).includes('');
  return isMissing || args.length > most ? `${name} ${complaint}` : null;
}
