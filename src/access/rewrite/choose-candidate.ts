import type { RequireTree } from '../policy/index.ts';
import type { Candidate } from './candidate.ts';
import { candidateTrees, isByCases } from './candidate.ts';
import { guardedCandidate } from './guarded-candidate.ts';
import { inPlaceCandidates } from './in-place.ts';
import { joinedByCases } from './joined-cases.ts';
import type { ReadArrival } from './judge.ts';
import { firstRight, isRight, readArrivals } from './judge.ts';
import { hasOldLines } from './old-lines.ts';
import type { Arrival, Planning } from './planning.ts';
import type { FolderPlaces } from './split.ts';
import { splitCandidate } from './split.ts';
import type { Unit } from './units.ts';
import { isOfMacro, plainCandidates, textByCases } from './written-candidates.ts';

/** In which states requests come to a unit. */
export interface Arrivals {
  /** One for each, which is enough for lines that tell no files, addresses or hosts apart. */
  readonly firsts: readonly Arrival[];
  /** With all that is known of the requests. There may be one for each address of each virtual host. */
  all(): readonly Arrival[];
}

/**
 * The first candidate that is right in every state in which requests come to the unit; null if there is none.
 * @param read where it is read, one for each state
 */
export function chooseCandidate(
  unit: Unit,
  read: readonly ReadArrival[],
  { all }: Pick<Arrivals, 'all'>,
  places: FolderPlaces,
  planning: Planning,
): Candidate | null {
  if (read.length === 0) return { type: 'untouched' };
  const isLeft = unit.sections.some(({ scope }) => planning.left.has(scope));
  if (isLeft) return firstRight([UNTOUCHED], read, planning);
  const mayStay = !hasOldLines(unit, planning);
  if (mayStay && isRight({ type: 'untouched' }, read, planning)) return { type: 'untouched' };
  return (
    firstRight(plainCandidates(unit, read, planning), read, planning) ??
    firstRight(inPlaceCandidates(unit), read, planning) ??
    candidateByPlace(unit, all(), places, planning) ??
    // Beside what stays with mod_access_compat more may have to stay.
    (planning.left.size > 0 ? firstRight([UNTOUCHED], read, planning) : null)
  );
}

const UNTOUCHED: Candidate = { type: 'untouched' };

/** The first right one that says another thing in another place, or where a guard holds. */
function candidateByPlace(
  unit: Unit,
  arrivals: readonly Arrival[],
  places: FolderPlaces,
  planning: Planning,
): Candidate | null {
  const read = readArrivals(arrivals, planning);
  const written = writtenCandidates(unit, arrivals, read, places, planning);
  return firstRight(written, read, planning) ?? guardedCandidate(unit, read, planning);
}

/** Made when they are asked for: telling cases apart costs more than all the others. */
function* writtenCandidates(
  unit: Unit,
  arrivals: readonly Arrival[],
  read: readonly ReadArrival[],
  places: FolderPlaces,
  planning: Planning,
): Generator<Candidate> {
  const split = splitCandidate(unit, arrivals, read, places, planning);
  if (split !== null && !isByCases(split)) yield split;
  const cases = textByCases(read, planning);
  const byCases = [...(cases === null ? [] : [cases]), ...(split === null ? [] : [split])];
  const sorted = byCases.toSorted((a, b) => conditionsIn(a) - conditionsIn(b));
  const isShort = (each: Candidate): boolean => conditionsIn(each) <= MOST_CONDITIONS;
  yield* sorted.filter(isShort);
  if (!read.some(isOfMacro)) yield* joinedByCases(read, planning);
  yield* sorted.filter((each) => !isShort(each));
}

/** What has more is nothing to read, if less can be joined to what is inherited. */
const MOST_CONDITIONS = 8;

/** How many tests of folders, files, addresses and hosts are to be read. */
function conditionsIn(candidate: Candidate): number {
  const count = (tree: RequireTree): number =>
    tree.type === 'leaf'
      ? Number(tree.provider === 'expr')
      : tree.children.reduce((sum, child) => sum + count(child), 0);
  return candidateTrees(candidate).reduce((sum, { tree }) => sum + count(tree), 0);
}
