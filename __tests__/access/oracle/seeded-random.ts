/** Numbers that look random and are the same for the same text. */
export interface SeededRandom {
  /** At least 0, below 1. */
  next(): number;
  below(limit: number): number;
  /** @param all not empty */
  of<Each>(all: readonly Each[]): Each;
}

export function seededRandom(seed: string): SeededRandom {
  let state = [...seed].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 0x01000193), 0x811c9dc5);
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { next, below, of: (all) => all[below(all.length)]! };
}
