import type { Occurrence } from '../../model/index.ts';
import type { AddressMap, Destination } from '../addresses/index.ts';

/** How a second tree leads the addresses of a server. */
export interface RoutesAfter {
  /** In the terms of the first tree: folders are called as they are there. */
  readonly map: AddressMap;
  /** Whether the line stands in both trees, and in the same order with all others that do. */
  isStable(line: Occurrence | null): boolean;
  /** Whether nobody asks for requests that both trees lead to one place: these have no flows. */
  readonly skipsAlike: boolean;
}

/**
 * Where one address may lead in the first tree, each with where the same request may lead in the second. What both lead alike
 * is one object twice.
 */
export function pairDestinations(
  then: readonly Destination[],
  now: readonly Destination[],
  { isStable }: RoutesAfter,
): (readonly [Destination, Destination])[] {
  const [plainThen, plainNow] = [then.filter(isPlain), now.filter(isPlain)];
  const isAlike = plainThen.map(textOf).join('\n') === plainNow.map(textOf).join('\n');
  const plain = plainThen.flatMap((from) =>
    isAlike ? [[from, from] as const] : plainNow.map((to) => [from, to] as const),
  );
  const isChanged = (to: Destination): boolean => !isPlain(to) && !isStable(to.by ?? null);
  const kept = then.filter((to) => !isPlain(to) && !isChanged(to)).map((to) => [to, to] as const);
  const gone = then.filter(isChanged).flatMap((from) => now.map((to) => [from, to] as const));
  const come = now.filter(isChanged).flatMap((to) => then.map((from) => [from, to] as const));
  return [...plain, ...kept, ...gone, ...come];
}

/** One of a line that fits for certain, or of DocumentRoot: what it leads to is all that counts. */
function isPlain(to: Destination): to is Exclude<Destination, { type: 'anywhere' }> {
  return to.type !== 'anywhere' && !('by' in to);
}

function textOf(to: Destination): string {
  if (to.type === 'file') return to.path;
  return to.type === 'proxy' ? `proxy:${to.target}` : to.type;
}
