import { untilEmpty } from '../../text/index.ts';
import { isKnownStatus, leadingNumber } from './statuses.ts';
import type { Check, Checks, Command } from './types.ts';
import { isOpen } from './types.ts';

/** What mod_rewrite says of the words of its lines, patterns and files apart (modules/mappers/mod_rewrite.c). */
export const REWRITE_CHECKS: Checks = {
  rewriterule: flagged(ruleFlagError),
  rewritecond: flagged(conditionFlagError),
  rewriteoptions: optionsError,
  rewritebase: ({ args: [path = ''], isInFolder }) => {
    if (!isInFolder) return 'RewriteBase: only valid in per-directory config files';
    return path.startsWith('/') || isOpen(path) ? null : 'RewriteBase: argument is not a valid URL';
  },
  rewritemap: mapError,
};

type FlagCheck = (flag: string, value: string, version: Command['version']) => string | null;

/** `parseargline` and `cmd_parseflagfield`: any number of words may follow the flags. */
function flagged(check: FlagCheck): Check {
  return ({ name, args: [input, second, flags], text, version }) => {
    // Behind a quote that is closed an empty word is read.
    const isShort = input === undefined || (second === undefined && !/^\s*["']/.test(text));
    if (isShort) return `${name}: bad argument line '${input ?? ''}'`;
    const error = flags === undefined || isOpen(flags) ? null : flagsError(flags, version, check);
    return error && `${name}: ${error}`;
  };
}

function flagsError(written: string, version: Command['version'], check: FlagCheck): string | null {
  const inner = /^\[(.*)\]$/s.exec(written)?.[1];
  if (inner === undefined) return 'bad flag delimiters';
  for (const part of inner.split(',')) {
    const flag = part.trim();
    const at = flag.indexOf('=');
    const error = check(at === -1 ? flag : flag.slice(0, at), at === -1 ? '' : flag.slice(at + 1), version);
    if (error !== null) return error;
  }
  return null;
}

/** What begins with a `d` is taken as it is. */
const RULE_FLAG_22 =
  /^(?:B|backrefescaping|C|chain|CO|cookie|D.*|E|env|F|forbidden|G|gone|H|handler|L|last|N|next|NE|noescape|NS|nosubreq|NC|nocase|P|proxy|PT|passthrough|QSA|qsappend|R|redirect|S|skip|T|type)$/is;
const RULE_FLAG_OF_24 =
  /^(?:BNE|BNP|backrefernoplus|BCTLS|END|QSD|qsdiscard|QSL|qslast|unsafeprefixstat|unsafeallow3f|UNC)$/i;

function ruleFlagError(flag: string, value: string, version: Command['version']): string | null {
  const isKnown = RULE_FLAG_22.test(flag) || (version === '2.4' && RULE_FLAG_OF_24.test(flag));
  if (!isKnown) return `unknown flag '${flag}'`;
  if (/^bne$/i.test(flag) && value === '') {
    return "flag 'BNE' wants a list of characters (i.e. [BNE=...])";
  }
  const isStatus = /^(?:r|redirect)$/i.test(flag) && /^\d/.test(value);
  if (!isStatus || isKnownStatus(leadingNumber(value), version)) return null;
  return `invalid HTTP response code '${value}' for flag 'R'`;
}

function conditionFlagError(flag: string): string | null {
  return /^(?:nocase|nc|ornext|or|novary|nv)$/i.test(flag) ? null : `unknown flag '${flag}'`;
}

const OPTION_22 = /^(?:inherit|allowanyuri|mergebase|maxredirects=.*)$/is;
const OPTION_OF_24 =
  /^(?:inherit(?:before|down|downbefore)|ignoreinherit|allownoslash|ignorecontextinfo|legacyprefixdocroot|unsafeprefixstat|longurloptimization)$/i;

function optionsError({ args, version }: Command): string | null {
  const odd = untilEmpty(args).find(
    (word) => !isOpen(word) && !OPTION_22.test(word) && !(version === '2.4' && OPTION_OF_24.test(word)),
  );
  return odd === undefined ? null : `RewriteOptions: unknown option '${odd}'`;
}

/** Of apr-util (`dbm_open_type`); which of them were built in is another matter. */
const DBM_TYPES = /^(?:default|db\d*|gdbm|ndbm|sdbm|lmdb)$/i;

/** Whether its file is there is asked of the server that starts. */
function mapError({ args: [, source = ''] }: Command): string | null {
  const inner = /^int:(.*)$/is.exec(source)?.[1];
  if (inner !== undefined && !isOpen(inner) && !/^(?:tolower|toupper|escape|unescape)$/.test(inner)) {
    return `RewriteMap: internal map not found:${inner}`;
  }
  if (!/^dbm/i.test(source) || isOpen(source)) return null;
  const written = /^dbm(?::|=([^:]*):)/i.exec(source);
  if (written === null) return `RewriteMap: bad map:${source}`;
  const [, type = 'default'] = written;
  return DBM_TYPES.test(type) ? null : `RewriteMap: dbm type ${type} is invalid`;
}
