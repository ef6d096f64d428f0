import { directive24, isMpm, moduleFacts, moduleIdentifier } from '../../catalog/index.ts';
import { itemsGuarded, linesNamed, nameAsked } from '../../model/index.ts';
import type { Guard, Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { groupBy } from '../../text/index.ts';
import { ACCESS_DIRECTIVES, AUTHORITATIVE, isOfLogin } from '../sections/access-directives.ts';
import type { Version } from '../sections/worlds.ts';
import type { Guarded } from '../unread/new-branches.ts';
import { guardedItems, guardsAround } from '../unread/new-branches.ts';
import { speaksOfRoutes } from './canonical-line.ts';
import { bearsOnRequests, wordsInPlace } from './lines-of-one-version.ts';

/** An IfModule that one version passes and the other does not, since only one of them has the module. */
export interface TurnedGuard {
  readonly guard: Guard;
  /** What it asks for, as it is written: `mod_filter.c`. */
  readonly module: string;
  /** The version that passes it. */
  readonly readBy: Version;
  /** False where that is not known of 2.4: the guard asks for an MPM, and nothing shows which one 2.4 has. */
  readonly isSure: boolean;
  /** What only that one reads, but for what `linesOfOneVersion` names and the proof compares. */
  readonly lines: readonly Occurrence[];
  /** Whether lines of the kinds that these name and compare stand in it. */
  readonly holdsCompared: boolean;
  /** Whether it loads modules: what it asks for may be the same one. */
  readonly loadsModules: boolean;
}

/**
 * The guards of a migrated tree that 2.4 passes and 2.2 did not, or the other way round, in reading order. Which modules 2.2 had is known by the
 * original: those that the migration loads are not told from others in the result.
 */
export function turnedGuards(original: ServerModel, model: ServerModel): TurnedGuard[] {
  const before = truthsBefore(original);
  const isTurned = (guard: Guard) => {
    const { on22, on24 } = truthsOf(guard, before);
    return on22 !== 'maybe' && (on24 === 'maybe' || on24 !== on22);
  };
  const readsLine = readerTest(before);
  const turned = guardedItems(model, isTurned).filter(({ guard, items }) => {
    const other = truthsOf(guard, before).on22 === 'no' ? '2.2' : '2.4';
    // Inside of a guard that tells the versions apart it decides nothing.
    return items.some((item) => item.name !== 'loadmodule' && readsLine(item, other, guard));
  });
  if (turned.length === 0) return [];
  const names = new Set(turned.flatMap(({ items }) => items.map(({ name }) => name)));
  const alike = groupBy(
    linesNamed(model, (name) => names.has(name)),
    wordsInPlace,
  );
  return turned.map(({ guard, items }) => {
    const { on22, on24 } = truthsOf(guard, before);
    const readBy: Version = on22 === 'no' ? '2.4' : '2.2';
    const isSure = on24 !== 'maybe';
    const other: Version = readBy === '2.4' ? '2.2' : '2.4';
    const hasTwin = (line: Occurrence): boolean =>
      alike.get(wordsInPlace(line))?.some((each) => each !== line && readsLine(each, other)) === true;
    const read = items.filter((item): item is Occurrence => isLine(item) && readsLine(item, readBy));
    return {
      guard,
      module: nameAsked(guard),
      readBy,
      isSure,
      lines: read.filter((line) => isReportedHere(line, guard, { readBy, isSure }) && !hasTwin(line)),
      loadsModules: read.some(({ name }) => name === 'loadmodule'),
      holdsCompared: read.some(({ name }) => isCompared(name) && !AUTHORITATIVE.has(name)),
    };
  });
}

/** What each version finds by a guard's words. */
type Truths = Pick<Guard, 'on22' | 'on24'>;

/**
 * What the guards for modules are in the original, by their words: whether 2.2 passes them, and whether the MPM of 2.4 was to be seen. Without those
 * that are passed at one place and not at another.
 */
function truthsBefore(original: ServerModel): Map<string, Truths> {
  const truths = new Map<string, Truths>();
  for (const { guards } of itemsGuarded(original)) {
    for (const { kind, test, on22, on24 } of guards) {
      if (kind !== 'ifmodule') continue;
      const known = truths.get(test) ?? { on22, on24 };
      truths.set(test, {
        on22: known.on22 === on22 ? on22 : 'maybe',
        on24: known.on24 === on24 ? on24 : 'maybe',
      });
    }
  }
  return truths;
}

/** For guards that tell nothing here, the same for both. */
function truthsOf(guard: Guard, before: ReadonlyMap<string, Truths>): Truths {
  const { kind, test, on24 } = guard;
  const known = kind === 'ifmodule' ? before.get(test) : undefined;
  const on22 = known?.on22 ?? 'maybe';
  if (isMpm(nameAsked(guard))) return { on22, on24: known?.on24 === 'maybe' ? 'maybe' : on24 };
  return on24 === 'maybe' ? { on22: 'maybe', on24 } : { on22, on24 };
}

/** Whether a version reads a line of the result, or may read it, as far as its guards say; of one of them it may not be asked. */
function readerTest(
  before: ReadonlyMap<string, Truths>,
): (line: Occurrence | Scope, version: Version, without?: Guard) => boolean {
  return (line, version, without) =>
    guardsAround(line).every((guard) => {
      if (guard.node === without?.node) return true;
      const { on22, on24 } = before.get(guard.test) === undefined ? guard : truthsOf(guard, before);
      return (version === '2.2' ? on22 : on24) !== 'no';
    });
}

function isLine(item: Guarded['items'][number]): item is Occurrence {
  return item.type === 'occurrence';
}

function isCompared(name: string): boolean {
  return ACCESS_DIRECTIVES.has(name) || isOfLogin(name) || bearsOnRequests(name) || speaksOfRoutes(name);
}

/** What an Include brings counts for itself, a RewriteCond with its rule, and a LoadModule where its module is needed. */
const SPOKEN_FOR = /^(?:include|includeoptional|loadmodule|rewritecond)$/;

function isReportedHere(
  { name }: Occurrence,
  guard: Guard,
  { readBy, isSure }: Pick<TurnedGuard, 'readBy' | 'isSure'>,
): boolean {
  // The proof compares no lines that one version may read.
  const isReported = isSure ? isCompared(name) : ACCESS_DIRECTIVES.has(name);
  if (isReported || SPOKEN_FOR.test(name)) return false;
  const tested = nameAsked(guard);
  // An MPM's own settings are for whoever runs with it.
  return (readBy === '2.4' && !isMpm(tested)) || isTakenWithout(tested, name);
}

/** Whether 2.4 knows the directive where it does not have the module: not the module's own settings, nor those of another MPM. */
function isTakenWithout(tested: string, name: string): boolean {
  const facts = directive24(name);
  if (facts?.module === 'mpm_common' && isMpm(tested)) return false;
  const sources = facts?.sourceFiles.map(moduleIdentifier) ?? [];
  const identifier = moduleFacts(tested)?.identifier ?? '';
  const isOwn = (source: string | null): boolean =>
    source === identifier || (source !== null && isMpm(source) && isMpm(identifier));
  return sources.some((source) => !isOwn(source));
}
