// Where the time goes, and how much was done. Kept for the whole process, as memory is: whoever works deep within need not be handed
// something to write it down in.

/** In ms, by what was done; what was done within another thing counts for itself alone. */
const spent = new Map<string, number>();
const counted = new Map<string, number>();
/** What went by within the things that are being done, the innermost last. */
const within: number[] = [];

/** How far a long piece of work is, in what it is counted in: `of` of them in all. */
export interface Advance {
  readonly unit: 'host' | 'section';
  readonly done: number;
  readonly of: number;
}

interface Listener {
  begun(what: string): void;
  advanced(advance: Advance): void;
}

/** Who is told of all that begins, and how far it is; null: nobody. */
let listener: Listener | null = null;

/** From now on this is told of all that begins, null nothing. */
export function listenToWork(next: Listener | null): void {
  listener = next;
}

/** So much of what was begun last is done. */
export function advanced(unit: Advance['unit'], done: number, of: number): void {
  listener?.advanced({ unit, done, of });
}

/** Does it, and writes down how long it took. */
export function timed<T>(what: string, work: () => T): T {
  const stop = startTimer(what);
  try {
    return work();
  } finally {
    stop();
  }
}

/** The same for what ends later: calls of both must be nested in one another. */
export function startTimer(what: string): () => void {
  listener?.begun(what);
  const start = performance.now();
  within.push(0);
  return () => {
    const whole = performance.now() - start;
    const own = whole - (within.pop() ?? 0);
    spent.set(what, (spent.get(what) ?? 0) + own);
    if (within.length > 0) within[within.length - 1]! += whole;
  };
}

/** Writes down that so many of these were made or gone through. */
export function count(what: string, by = 1): void {
  counted.set(what, (counted.get(what) ?? 0) + by);
}

/** In the order in which they were first written down. */
export interface Timings {
  readonly spent: ReadonlyMap<string, number>;
  readonly counted: ReadonlyMap<string, number>;
}

/** All since the last time that this was asked. */
export function takeTimings(): Timings {
  const taken = { spent: new Map(spent), counted: new Map(counted) };
  spent.clear();
  counted.clear();
  return taken;
}
