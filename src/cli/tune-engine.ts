import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';

const V8 = process.versions.v8;

/**
 * What V8 does by default is for servers that run for days. Compiling each function that was busy for some milliseconds with all its art
 * takes a run over a small tree a quarter of its time, over a thousand hosts as much: only what is busy for long is worth it. To compile
 * into each function once more what it calls costs more than it saves, but for what is tiny. And garbage
 * that has grown old is collected when the memory in use has grown by two fifths, not when it is up to four times as much.
 */
export const ENGINE_FLAGS = flagsFor(V8);

/** V8 complains on standard error of a flag that it does not know: each gets those that it is known to have. Node 20, then 22 and 24. */
export function flagsFor(v8: string): readonly string[] {
  const flags = ['--max-inlined-bytecode-size-cumulative=0', '--heap-growing-percent=40'];
  if (v8.startsWith('11.3.')) return ['--interrupt-budget=500000', ...flags];
  return /^1[23]\./.test(v8) ? flags : [];
}

export function tuneEngine(): void {
  for (const flag of ENGINE_FLAGS) setFlagsFromString(flag);
}

/**
 * What is busy while so large a tree is read will be for many seconds: compiled sooner, a run over 10,000 virtual hosts takes a tenth less (Node
 * 20's flag; later versions have a compiler between, which does not wait). And on few processors V8 has more helpers collect young garbage than there
 * are processors to run on: they mostly wait for each other, a twentieth of all that is computed.
 */
export function longRunFlags(v8: string, processors: number): readonly string[] {
  const sooner = v8.startsWith('11.3.') ? ['--interrupt-budget=150000'] : [];
  return processors <= 2 && /^1[1-3]\./.test(v8) ? [...sooner, '--no-parallel-scavenge'] : sooner;
}

export function tuneForLongRun(): void {
  for (const flag of longRunFlags(V8, availableParallelism())) setFlagsFromString(flag);
}

/** So many characters of text are those of a run that takes seconds: of some 3,000 virtual hosts. */
export const LONG_RUN = 7_000_000;
