import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Thrown while there is still memory to say so: else V8 ends the process, and nobody learns why. */
export class NotEnoughMemory extends Error {}

/** How much of what V8 may take can be in use; the rest is for what happens until the next look, and for saying so. */
const MOST_IN_USE = 0.65;
const MEGABYTE = 1024 * 1024;
/** Bytes of the limit that are for what was just made; what lasts can't have them. Three semi-spaces of 16 MB, and of 64 in Node 24. */
const YOUNG = (parseInt(process.versions.v8) < 13 ? 48 : 192) * MEGABYTE;
/** V8 gives up well before the end, when collecting garbage has become most of its work. */
const WORTH_COUNTING = 0.08;
/** Looking costs some microseconds: no two looks are nearer. */
const UNITS_PER_LOOK = 256;
/** Bytes that a unit may take, a thousand times what it does: far from the limit looks can be further apart. */
const MOST_OF_A_UNIT = MEGABYTE;

let units = 0;
let unitsPerLook = UNITS_PER_LOOK;
/** In use for certain, when that was last counted. */
let counted = 0;

/**
 * To be called wherever a tree makes memory grow, often: for each directive, finding, pattern, step of the proof.
 * @param size of what was made, a kilobyte or so each
 */
export function checkMemory(size = 1): void {
  units += size;
  if (units < unitsPerLook) return;
  units = 0;
  look();
}

function look(): void {
  const { used_heap_size: used, heap_size_limit } = getHeapStatistics();
  const limit = heap_size_limit - YOUNG;
  unitsPerLook = Math.max(UNITS_PER_LOOK, (limit * MOST_IN_USE - used) / MOST_OF_A_UNIT);
  // Not again before there is something to count: counting takes longer than looking.
  if (used < limit * MOST_IN_USE || used < counted + limit * WORTH_COUNTING) return;
  collectGarbage();
  counted = getHeapStatistics().used_heap_size;
  if (counted > limit * MOST_IN_USE) throw new NotEnoughMemory(sentence(limit));
}

function sentence(limit: number): string {
  const [now, twice] = [limit, 2 * limit].map((bytes) => Math.round(bytes / MEGABYTE));
  return (
    `this takes more memory than Node has (${now} MB): too many lines, patterns or findings. ` +
    `NODE_OPTIONS=--max-old-space-size=${twice} gives it more; or look at less at once`
  );
}

let collect: (() => void) | null = null;
/** What is in use is known only without what nobody needs any more. */
function collectGarbage(): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
