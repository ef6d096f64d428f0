import type { Scope } from '../../model/index.ts';
import { canonicalMethod } from '../policy/index.ts';

/** Equal for Limits that are opened alike: the order of the methods says nothing, nor how often each is named; HEAD is GET. */
export function limitKey({ kind, args }: Pick<Scope, 'kind' | 'args'>): string {
  return keyOf(kind, args);
}

/** The same of `<Limit GET>` or `<LimitExcept GET>`. */
export function openingKey(opening: string): string {
  const [name = '', ...methods] = opening.slice(1, -1).split(' ');
  return keyOf(name.toLowerCase(), methods);
}

function keyOf(kind: string, methods: readonly string[]): string {
  return [kind, ...setOf(methods.map(canonicalMethod))].join('\n');
}

/** Whether both hold the same texts, however often each. */
export function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return setOf(a).join('\n') === setOf(b).join('\n');
}

function setOf(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted();
}
