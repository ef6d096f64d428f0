import { setFlagsFromString } from 'node:v8';

/**
 * What V8 does by default is for servers that run for days. Compiling each function that was busy for some milliseconds with all its art
 * takes a run over a small tree a quarter of its time, over a thousand hosts as much: only what is busy for long is worth it. To compile
 * into each function once more what it calls costs more than it saves, but for what is tiny. And garbage
 * that has grown old is collected when the memory in use has grown by two fifths, not when it is up to four times as much.
 */
export const ENGINE_FLAGS = [
  '--interrupt-budget=500000',
  '--max-inlined-bytecode-size-cumulative=0',
  '--heap-growing-percent=40',
];

export function tuneEngine(): void {
  for (const flag of ENGINE_FLAGS) setFlagsFromString(flag);
}
