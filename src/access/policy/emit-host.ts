import { flatMap, groupBy } from '../../text/index.ts';
import { type AllowWord, classifyAllowWord } from './address.ts';
import { joinWords } from './config-words.ts';
import { orderFor } from './decide22.ts';
import type { HostLine, HostRecord } from './host-record.ts';
import { ALL_METHODS, hasMethod } from './method-set.ts';
import {
  DENIED,
  GRANTED,
  type RequireLeaf,
  requireLeaf,
  type RequireTree,
  allOf,
  anyOf,
  printTrees,
} from './require-tree.ts';
import type { Dropped } from './emit-tree.ts';

/** What a list of Allow or Deny lines says to one method, dead words left out. */
interface HostList {
  readonly hasAll: boolean;
  /** Lines that are met by those whom a word names, in the author's order and grouping. */
  readonly sources: readonly RequireLeaf[];
  readonly dropped: readonly Dropped[];
}

/** The tree of the Order, Allow and Deny lines of one method: the table of the two Orders, row by row. */
export function emitHost(record: HostRecord, method: string): { tree: RequireTree; dropped: Dropped[] } {
  const allow = readList('Allow', record.allow, method);
  const deny = readList('Deny', record.deny, method);
  const tree =
    orderFor(record, method) === 'deny,allow' ? denyThenAllow(allow, deny) : allowThenDeny(allow, deny);
  return { tree, dropped: [...allow.dropped, ...deny.dropped] };
}

/** Through unless denied, or allowed in spite of it. */
function denyThenAllow(allow: HostList, deny: HostList): RequireTree {
  if (allow.hasAll) return GRANTED;
  if (deny.hasAll) return anyOf(allow.sources.map(granting));
  return anyOf([...allow.sources.map(granting), exceptFor(GRANTED, deny)]);
}

/** Through if allowed and not denied. */
function allowThenDeny(allow: HostList, deny: HostList): RequireTree {
  if (deny.hasAll) return DENIED;
  return exceptFor(allow.hasAll ? GRANTED : anyOf(allow.sources.map(granting)), deny);
}

function exceptFor(positive: RequireTree, deny: HostList): RequireTree {
  return allOf([positive, ...deny.sources.map(refusing)]);
}

/** A negation never grants: it stands beside an entry that does. */
function granting(line: RequireLeaf): RequireTree {
  return line.negated ? allOf([GRANTED, line]) : line;
}

/** To stand inside of an `all`. */
function refusing(line: RequireLeaf): RequireLeaf {
  return { ...line, negated: !line.negated };
}

function readList(directive: Dropped['directive'], lines: readonly HostLine[], method: string): HostList {
  const sources: RequireLeaf[] = [];
  const dropped: Dropped[] = [];
  let hasAll = false;
  lines.forEach(({ words, methods }) => {
    if (!hasMethod(methods, method)) return;
    const read = readWords(words);
    read.forEach(({ text, word }) => {
      if (word.kind === 'all') hasAll = true;
      else if (word.kind === 'dead' || word.kind === 'error')
        dropped.push({ directive, text, why: word.why });
    });
    sources.push(...lineSources(read));
  });
  return { hasAll, sources, dropped };
}

/** A word of Allow or Deny, and what it means. */
interface ReadWord {
  readonly text: string;
  readonly word: AllowWord;
}

function readWords(words: readonly string[]): ReadWord[] {
  return words.map((text) => ({ text, word: classifyAllowWord(text) }));
}

/** The Require lines that the words of one Allow line become, or of one Deny line, wherever in a tree they stand. */
export function requireLinesOf(words: readonly string[], isDeny: boolean): string[] {
  const read = readWords(words);
  const trees = lineSources(read).map(isDeny ? refusing : granting);
  const lines = printTrees(trees.map((tree) => ({ methods: ALL_METHODS, tree })));
  return lines.map((line) => line.trimStart()).filter((line) => /^Require (?!all )/.test(line));
}

/** What one Allow line, or one Deny line, becomes in a list of its kind; null if a word of it matches nobody. */
export function hostTrees(words: readonly string[], isDeny: boolean): RequireTree[] | null {
  const read = readWords(words);
  if (read.some(({ word }) => word.kind === 'dead' || word.kind === 'error' || isOpenWord(word))) return null;
  if (read.some(({ word }) => word.kind === 'all')) return [isDeny ? DENIED : GRANTED];
  return lineSources(read).map(isDeny ? refusing : granting);
}

/** One `Allow from a b` becomes one `Require ip a b`; words of different kinds become lines of their own. */
function lineSources(words: readonly ReadWord[]): RequireLeaf[] {
  const first = words[0];
  if (first !== undefined && words.length === 1) {
    const only = leafWordOf(first.text, first.word);
    return only === null ? [] : leaves(only.provider, [only.text]);
  }
  const leafWords = flatMap(words, ({ text, word }) => leafWordOf(text, word) ?? []);
  return flatMap([...groupBy(leafWords, ({ provider }) => provider)], ([provider, group]) =>
    leaves(
      provider,
      group.map(({ text }) => text),
    ),
  );
}

function leaves(provider: string, texts: readonly string[]): RequireLeaf[] {
  return provider === 'not env'
    ? texts.map((name) => requireLeaf('env', joinWords([name]), true))
    : [requireLeaf(provider, joinWords(texts))];
}

function isOpenWord(word: AllowWord): boolean {
  return word.kind === 'put in' && word.putIn.provider === 'open';
}

function leafWordOf(text: string, word: AllowWord): { provider: string; text: string } | null {
  switch (word.kind) {
    case 'net':
      return { provider: 'ip', text };
    case 'host':
      return { provider: 'host', text: word.name };
    case 'env':
      return { provider: 'env', text: word.name };
    case 'env-not':
      return { provider: 'not env', text: word.name };
    case 'put in':
      // Nothing that could be written says it.
      return { provider: word.putIn.provider === 'open' ? 'refused' : word.putIn.provider, text };
    default:
      return null;
  }
}
