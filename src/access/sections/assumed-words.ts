import type { AssumedKind, Assumptions, Occurrence } from '../../model/index.ts';
import { placeholdersIn } from '../../model/index.ts';
import { argumentUnits, findMacrosInAddress, placeholderNames } from '../../syntax/index.ts';
import type { PutIn } from '../policy/index.ts';
import { classifyAllowWord, putInWord } from '../policy/index.ts';
import { requireText } from './require-text.ts';

/**
 * The arguments of Allow and Deny with what is known of the values that will be put in: as one word each where all of them are of
 * one kind; as they are written where that is not known.
 */
export function assumedArguments(line: Occurrence, assumptions: Assumptions): readonly string[] {
  const { args } = line;
  if (isPlain(line, assumptions) && !args.some(mayBePutIn)) return args;
  const known: Known = { line, assumptions };
  if (!args.some((word) => isPutIn(word, known))) return args;
  const [from, ...units] = argumentUnits(requireText(line)) ?? [];
  if (from === undefined || units.length === 0) return args;
  return [
    from.text,
    ...units.map(({ text, words }) => {
      if (!words.some((word) => isPutIn(word, known))) return classified(text);
      return wordFor(text, words, known) ?? openWord(text, known);
    }),
  ];
}

/** What is said of the values in a line. */
interface Known {
  readonly line: Occurrence;
  readonly assumptions: Assumptions;
}

/** Whether nothing can be put into a word of the line without one of the signs, as into most: no engine but m4 knows a place for it without. */
function isPlain(line: Occurrence, assumptions: Assumptions): boolean {
  return assumptions.size === 0 && line.file.document.engine !== 'm4';
}

function mayBePutIn(word: string): boolean {
  return OPEN_SIGN.test(word);
}

/** What an engine replaces that is not known by its brackets is known by its name: a macro of m4, `$NAME`. */
function isPutIn(word: string, { line, assumptions }: Known): boolean {
  if (
    placeholdersOfWord(word, line).length > 0 ||
    (assumptions.size > 0 && assumptions.has(word.replace(/^\$/, '')))
  )
    return true;
  return line.file.document.engine !== 'none' && OPEN_WORD.test(word);
}

/** Of m4 any word in capitals, which in other lines may be a word of theirs. */
function placeholdersOfWord(word: string, line: Occurrence): readonly { readonly text: string }[] {
  const { engine, source } = line.file.document;
  const placeholders = placeholdersIn(word, line);
  return engine === 'm4' && placeholders.length === 0 ? findMacrosInAddress(word, source.text) : placeholders;
}

/** It can be neither an address nor a name. */
const OPEN_WORD = /^[^=]*[$<>{}`|&~%@]|^(?:[A-Z][A-Z0-9]*_[A-Z0-9_]*|__\w+__|\w+\(.*)$/;

/** What is in each such word, and in each placeholder. */
const OPEN_SIGN = /[$<>{}`|&~%@_(]/;

/** What nothing is known of. In `env=${NAME}` it is the name of one variable. */
function openWord(text: string, { line }: Known): string {
  const isName = /^env=/i.test(text) && placeholdersIn(text, line).every(({ kind }) => kind === 'value');
  return isName ? text : putInWord({ provider: 'open', text });
}

/** Without its quotes. */
function classified(text: string): string {
  return text.replace(/^(["'])([^]*)\1$/, '$2');
}

function wordFor(text: string, words: readonly string[], known: Known): string | null {
  const kinds = new Set(words.map((word) => kindOf(word, known)));
  const [kind = null, ...more] = kinds;
  if (kind === null || more.length > 0) return null;
  if (kind === 'all' || kind === 'none') return kind;
  if (kind === 'env') return putInWord({ provider: kind, text: text.replace(/^env=/i, '') });
  return putInWord({ provider: kind, text });
}

function kindOf(word: string, { line, assumptions }: Known): PutIn['provider'] | 'all' | 'none' | null {
  const bare = bareKind(word, assumptions);
  if (bare !== null) return bare;
  const placeholders = placeholdersOfWord(word, line);
  if (placeholders.length === 0) return literalKind(word);
  const assumed = new Set(placeholders.map((each) => assumedKind(each.text, assumptions)));
  const [kind = null, ...more] = assumed;
  const around = placeholders.reduce((rest, each) => rest.replace(each.text, '\0'), word);
  if (/^env=\0$/i.test(around)) return kind === 'name' ? 'env' : null;
  if (isAddressAround(around)) return 'ip';
  if (more.length > 0 || kind === null) return null;
  if (kind === 'hosts') return /^[\w.\0-]+$/.test(around) ? 'host' : null;
  if (around !== '\0') return null;
  if (kind === 'addresses') return 'ip';
  return kind === 'all' || kind === 'none' ? kind : null;
}

/**
 * Behind a slash stands a mask, and digits before a dot begin no name that anybody has: whatever is put in, the servers take the word
 * for an address or don't start (`allow_cmd`, mod_authz_host.c of 2.2).
 */
function isAddressAround(around: string): boolean {
  return (
    /^(?!env=)[\d.:\0]+\/[\d.\0]+$/i.test(around) ||
    /^\d{1,3}\.(?:\d{1,3}\.){0,2}\0(?:[.\d\0]*)$/.test(around)
  );
}

function bareKind(word: string, assumptions: Assumptions): PutIn['provider'] | 'all' | 'none' | null {
  switch (assumptions.get(word.replace(/^\$/, ''))) {
    case 'addresses':
      return 'ip';
    case 'hosts':
      return 'host';
    case 'all':
      return 'all';
    case 'none':
      return 'none';
    default:
      return null;
  }
}

function literalKind(word: string): PutIn['provider'] | null {
  if (OPEN_WORD.test(word)) return null;
  const { kind } = classifyAllowWord(word);
  if (kind === 'net') return 'ip';
  return kind === 'host' ? 'host' : null;
}

function assumedKind(placeholder: string, assumptions: Assumptions): AssumedKind | null {
  for (const name of placeholderNames(placeholder)) {
    const kind = assumptions.get(name);
    if (kind !== undefined) return kind;
  }
  return null;
}

const PROVIDERS: readonly PutIn['provider'][] = ['ip', 'host', 'env'];

/** A Require line whose values can be of one kind only: addresses behind `Require ip`; null of all others. */
export function assumedRequire(line: Occurrence, assumptions: Assumptions): string | null {
  const text = requireText(line);
  if (isPlain(line, assumptions) && !mayBePutIn(text)) return null;
  const known: Known = { line, assumptions };
  const [, not = '', word = '', rest = ''] = /^(not\s+)?(\w+)\s+([^]*)$/i.exec(text) ?? [];
  const provider = PROVIDERS.find((each) => each === word);
  const units = provider === undefined ? null : argumentUnits(rest);
  // As `Allow from env=NAME` is read: what is not known to be anything else is the name of one variable.
  const isOpen = (unit: string): boolean =>
    provider === 'env' ? kindOf(`env=${unit}`, known) === 'env' : isPutIn(unit, known);
  if (provider === undefined || units === null || !units.some((unit) => isOpen(unit.text))) return null;
  const words = units.map((unit) =>
    isOpen(unit.text) ? putInWord({ provider, text: unit.text }) : unit.text,
  );
  return `${not}${word} ${words.join(' ')}`;
}
