import { headerWords } from '../../catalog/index.ts';
import type { Checks, Command } from './types.ts';
import { isOpen } from './types.ts';

/** What mod_headers says of the words of its lines, patterns and expressions apart (`header_inout_cmd`, modules/metadata/mod_headers.c). */
export const HEADER_CHECKS: Checks = {
  header: (command) => headerError({ ...command, args: headerWords(command.args) }),
  requestheader: headerError,
};

const ACTIONS = {
  '2.2': {
    known: /^(?:set|add|append|merge|unset|echo|edit\*?)$/i,
    complaint: "first argument must be 'add', 'set', 'append', 'merge', 'unset', 'echo', 'edit', or 'edit*'.",
  },
  '2.4': {
    known: /^(?:set|setifempty|add|append|merge|unset|echo|note|edit\*?)$/i,
    complaint:
      "first argument must be 'add', 'set', 'setifempty', 'append', 'merge', 'unset', 'echo', 'note', 'edit', or 'edit*'.",
  },
} as const;

function headerError({ name, args, version }: Command): string | null {
  const [action = '', , ...rest] = args;
  const { known, complaint } = ACTIONS[version];
  if (isOpen(action)) return null;
  if (!known.test(action)) return complaint;
  const lower = action.toLowerCase();
  const isOfRequest = name.toLowerCase() === 'requestheader';
  if (isOfRequest && lower === 'echo') return 'Header echo only valid on Header directives';
  if (isOfRequest && lower === 'note') return "RequestHeader does not support the 'note' action";
  const most = VALUES[lower] ?? 1;
  if (rest.length < most) {
    return most === 2 ? 'Header edit requires a match and a substitution' : 'Header requires three arguments';
  }
  if (rest.length > most + 1) {
    return most === 0 ? `header ${lower} takes two arguments` : 'Too many arguments to directive';
  }
  return conditionError(rest[most], version) ?? formatError(lower, rest, version);
}

/** How many words stand for the value; none of them may be missing. */
const VALUES: Readonly<Record<string, number>> = { edit: 2, 'edit*': 2, unset: 0, echo: 0 };

function conditionError(condition: string | undefined, version: Command['version']): string | null {
  if (condition === undefined || isOpen(condition) || /^(?:early$|env=!?.)/is.test(condition)) return null;
  if (/^env=/i.test(condition)) {
    return 'error: missing environment variable name. envclause should be in the form env=envar ';
  }
  if (version === '2.2') return 'error: envclause should be in the form env=envar';
  return /^expr=/i.test(condition) ? null : `Unknown parameter: ${condition}`;
}

/** %l, %i and %b, and what is put in by `edit`, are read since 2.4 (`register_format_tag_handler`, `parse_format_string`). */
const TAGS = { '2.2': 'Dtes', '2.4': 'Dteslib' } as const;

function formatError(action: string, values: readonly string[], version: Command['version']): string | null {
  const isEdit = action.startsWith('edit');
  if (VALUES[action] === 0 || (isEdit && version === '2.2')) return null;
  const text = values[isEdit ? 1 : 0] ?? '';
  if (isOpen(text) || (version === '2.4' && text.startsWith('expr='))) return null;
  for (const [whole, braces, tag = ''] of text.matchAll(/%(\{[^}]*(?:\}|$))?(.|$)/gs)) {
    const isPercent = braces === undefined && /^%%?$/.test(whole);
    const isKnown = tag !== '' && TAGS[version].includes(tag);
    if (!isPercent && !isKnown) return `Unrecognized header format %${tag}`;
  }
  return null;
}
