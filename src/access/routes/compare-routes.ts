import type { Occurrence, Scope } from '../../model/index.ts';
import type { Routes } from './read-routes.ts';
import type { RouteLine } from './route-line.ts';
import { isWrittenAlike } from './written-alike.ts';

/** A line that only one of two trees has, or has elsewhere among its like, and that decides by itself what is answered. */
export interface LineDifference {
  /**
   * `exposes`: leads to a folder that no address of the first tree leads to; `subjects`: leads to a folder where lines refuse requests,
   * or guard it.
   */
  readonly role: RouteLine['role'] | 'exposes' | 'subjects';
  /**
   * `gone`: the first tree has it, the second has not; `come`: the other way round; `moved`: both, in another order. Of a .htaccess file
   * that both have, `unread`: only the first server reads it; `read`: only the second does.
   */
  readonly change: 'gone' | 'come' | 'moved' | 'unread' | 'read';
  readonly line: Occurrence;
}

export interface RouteComparison {
  /** Nothing is changed. */
  readonly isSame: boolean;
  readonly lines: readonly LineDifference[];
  /** Of a server of the first tree: lines of the second that lead addresses, and stand in the place of none or of one that did. */
  comeOn(server: Scope): readonly ComeLine[];
  /** Of a server of the first tree: its lines that lead addresses, and that the second has not. */
  goneOn(server: Scope): readonly Occurrence[];
  /** Of a server of the first tree: whether addresses may be led elsewhere. */
  isChanged(server: Scope): boolean;
  /** Whether the line leads as it does in the other tree. */
  isStable(line: Occurrence | null): boolean;
}

export interface ComeLine {
  readonly line: Occurrence;
  /** A line for the same addresses led them elsewhere before. */
  readonly isInstead: boolean;
}

/**
 * @param pairs servers of the first tree with those of the second, the main servers first
 * @param isOfOneTree whether paths mean the same in both
 */
export function compareRoutes(
  before: Routes,
  after: Routes,
  pairs: readonly (readonly [Scope, Scope])[],
  isOfOneTree: boolean,
): RouteComparison {
  const unstable = new Set<Occurrence>();
  // Of servers whose addresses may be led elsewhere.
  const mappedOn = new Map<Scope, readonly Difference[]>();
  const lines: LineDifference[] = [];
  const [main] = pairs;
  const isAlike = ([then, now]: readonly [Scope, Scope]): boolean =>
    before.hasRewriting(then) === after.hasRewriting(now) &&
    isWrittenAlike(before.written(then), after.written(now));
  // What a host says means what it did only where what it has from the main server does.
  const isUntouched = isOfOneTree && main?.[0].kind === 'server' && isAlike(main) ? isAlike : () => false;
  for (const pair of pairs) {
    if (isUntouched(pair)) continue;
    const [then, now] = pair;
    const [old, made] = [before.on(then), after.on(now)];
    const found = differences(old, made);
    const mapped = found.filter(({ line }) => isFollowed(line));
    lines.push(...withoutMoved(found.filter(({ line }) => !isFollowed(line))));
    if (mapped.length === 0) continue;
    mappedOn.set(then, mapped);
    for (const { line } of mapped) unstable.add(line.line);
    // A path that a rule makes may lie below DocumentRoot.
    const isAll = mapped.some(({ line }) => line.hasEffectOnNext === true || line.list === 'root');
    for (const { line, list } of isAll ? [...old, ...made] : []) if (list === 'rewrite') unstable.add(line);
  }
  const keys = new Set([...before.places.keys(), ...after.places.keys()]);
  for (const key of keys) {
    lines.push(...withoutMoved(differences(before.places.get(key) ?? [], after.places.get(key) ?? [])));
  }
  const isMainChanged = main !== undefined && mappedOn.has(main[0]);
  return {
    isSame: lines.length === 0 && mappedOn.size === 0,
    lines,
    comeOn(server) {
      const mapped = mappedOn.get(server) ?? [];
      const gone = new Set(
        mapped.flatMap(({ change, line }) => (change === 'gone' ? [addressesOf(line)] : [])),
      );
      return mapped.flatMap(({ change, line }) =>
        change === 'come' ? [{ line: line.line, isInstead: gone.has(addressesOf(line)) }] : [],
      );
    },
    goneOn(server) {
      const mapped = mappedOn.get(server) ?? [];
      return mapped.flatMap(({ change, line: { line } }) => (change === 'gone' ? [line] : []));
    },
    isChanged: (server) => isMainChanged || mappedOn.has(server),
    isStable: (line) => line === null || !unstable.has(line),
  };
}

/** One text for all lines of a list that are for the same addresses. */
function addressesOf({ line, list }: RouteLine): string {
  return list === 'root' ? list : JSON.stringify([list, line.args[0]]);
}

interface Difference {
  readonly line: RouteLine;
  readonly change: 'gone' | 'come';
}

/** List by list: lines of different ones are not tried in one order. */
function differences(before: readonly RouteLine[], after: readonly RouteLine[]): Difference[] {
  const lists = new Set([...before, ...after].map(({ list }) => list));
  return [...lists].flatMap((list) => {
    const { gone, come } = changedLines(
      before.filter((line) => line.list === list),
      after.filter((line) => line.list === list),
    );
    return [
      ...gone.map((line) => ({ line, change: 'gone' as const })),
      ...come.map((line) => ({ line, change: 'come' as const })),
    ];
  });
}

/** Whether the flows of requests know where the line leads; what else changes is a difference by itself. */
function isFollowed({ role, list }: RouteLine): boolean {
  return role === 'leads' && list !== 'other' && list !== 'index';
}

/** A line that is gone in one place and has come in another of the same list was moved. */
function withoutMoved(found: readonly Difference[]): LineDifference[] {
  const come = found.filter(({ change }) => change === 'come');
  const gone = found.filter(({ change }) => change === 'gone');
  const textOf = ({ line: { list, key } }: Difference): string => `${list} ${key}`;
  const [comeTexts, goneTexts] = [new Set(come.map(textOf)), new Set(gone.map(textOf))];
  return [
    ...gone.map((each) => ({
      role: each.line.role,
      change: comeTexts.has(textOf(each)) ? ('moved' as const) : ('gone' as const),
      line: each.line.line,
    })),
    ...come
      .filter((each) => !goneTexts.has(textOf(each)))
      .map(({ line }) => ({ role: line.role, change: 'come' as const, line: line.line })),
  ];
}

/** Lists that need more comparisons are taken to have nothing in common. */
const MOST_COMPARED = 4_000_000;

/** The lines of two lists that are not in the longest list that both have in this order: gone, and come. */
function changedLines(
  before: readonly RouteLine[],
  after: readonly RouteLine[],
): { readonly gone: readonly RouteLine[]; readonly come: readonly RouteLine[] } {
  let start = 0;
  while (start < before.length && before[start]?.key === after[start]?.key) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end)?.key === after.at(-1 - end)?.key) end++;
  const left = before.slice(start, before.length - end);
  const right = after.slice(start, after.length - end);
  if (left.length * right.length > MOST_COMPARED) return { gone: left, come: right };
  const kept = longestCommon(left, right);
  return {
    gone: left.filter((line) => !kept.has(line)),
    come: right.filter((line) => !kept.has(line)),
  };
}

/** The lines of both lists that are in the longest common one. */
function longestCommon(left: readonly RouteLine[], right: readonly RouteLine[]): ReadonlySet<RouteLine> {
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        left[i]?.key === right[j]?.key
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  const kept = new Set<RouteLine>();
  for (let i = 0, j = 0; i < left.length && j < right.length;) {
    const [a, b] = [left[i], right[j]];
    if (a !== undefined && b !== undefined && a.key === b.key) {
      kept.add(a).add(b);
      i++;
      j++;
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i++;
    else j++;
  }
  return kept;
}
