import { directive24, isMpm, moduleFacts, moduleIdentifier } from '../../catalog/index.ts';
import { itemsGuarded, lineText, linesNamed } from '../../model/index.ts';
import type { Guard, Occurrence, Scope, ServerModel, Truth } from '../../model/index.ts';
import { groupBy } from '../../text/index.ts';
import { ACCESS_DIRECTIVES, AUTHORITATIVE, isOfLogin } from '../sections/access-directives.ts';
import type { Version } from '../sections/worlds.ts';
import type { Guarded } from '../unread/new-branches.ts';
import { guardedItems, guardsAround } from '../unread/new-branches.ts';
import { speaksOfRoutes } from './canonical-line.ts';
import { bearsOnRequests } from './lines-of-one-version.ts';

/** An IfModule that one version passes and the other does not, since only one of them has the module. */
export interface TurnedGuard {
  readonly guard: Guard;
  /** The version that passes it. */
  readonly readBy: Version;
  /** What only that one reads, but for what `linesOfOneVersion` names and the proof compares. */
  readonly lines: readonly Occurrence[];
  /** Whether lines of the kinds that these name and compare stand in it. */
  readonly holdsCompared: boolean;
}

/**
 * The guards of a migrated tree that 2.4 passes and 2.2 did not, or the other way round, in reading order. Which modules 2.2 had is known by the
 * original: those that the migration loads are not told from others in the result.
 */
export function turnedGuards(original: ServerModel, model: ServerModel): TurnedGuard[] {
  const before = truthsOf22(original);
  const isTurned = (guard: Guard) => isOpposite(before.get(guardWords(guard)), guard.on24);
  const turned = guardedItems(model, isTurned);
  if (turned.length === 0) return [];
  const readsLine = readerTest(before);
  const names = new Set(turned.flatMap(({ items }) => items.map(({ name }) => name)));
  const alike = groupBy(
    linesNamed(model, (name) => names.has(name)),
    placed,
  );
  return turned.map(({ guard, items }) => {
    const readBy: Version = guard.on24 === 'yes' ? '2.4' : '2.2';
    const other: Version = readBy === '2.4' ? '2.2' : '2.4';
    const hasTwin = (line: Occurrence): boolean =>
      alike.get(placed(line))?.some((each) => each !== line && readsLine(each, other)) === true;
    const read = items.filter((item): item is Occurrence => isLine(item) && readsLine(item, readBy));
    return {
      guard,
      readBy,
      lines: read.filter((line) => isToldHere(line, guard, readBy) && !hasTwin(line)),
      holdsCompared: read.some(({ name }) => isCompared(name) && !AUTHORITATIVE.has(name)),
    };
  });
}

/** Whether 2.2 passes the guards for modules, by their words; without those that it passes at one place and not at another. */
function truthsOf22(original: ServerModel): Map<string, Truth> {
  const truths = new Map<string, Truth>();
  for (const { guards } of itemsGuarded(original)) {
    for (const guard of guards) {
      if (guard.kind !== 'ifmodule') continue;
      const words = guardWords(guard);
      const known = truths.get(words) ?? guard.on22;
      truths.set(words, known === guard.on22 ? known : 'maybe');
    }
  }
  return truths;
}

function guardWords({ kind, test }: Guard): string {
  return `${kind} ${test}`;
}

function isOpposite(before: Truth | undefined, now: Truth): boolean {
  return (before === 'yes' && now === 'no') || (before === 'no' && now === 'yes');
}

/** Whether a version reads a line of the result, or may read it, as far as its guards say. */
function readerTest(before: ReadonlyMap<string, Truth>): (line: Occurrence, version: Version) => boolean {
  return (line, version) =>
    guardsAround(line).every((guard) => {
      const truth = version === '2.2' ? (before.get(guardWords(guard)) ?? guard.on22) : guard.on24;
      return truth !== 'no';
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

function isToldHere({ name }: Occurrence, { test }: Guard, readBy: Version): boolean {
  if (isCompared(name) || SPOKEN_FOR.test(name)) return false;
  return readBy === '2.4' || isTakenWithout(test.replace(/^!/, ''), name);
}

/** Whether 2.4 knows the directive where it does not have the module: not the module's own settings, nor those of another MPM. */
function isTakenWithout(tested: string, name: string): boolean {
  const sources = directive24(name)?.sourceFiles.map(moduleIdentifier) ?? [];
  const identifier = moduleFacts(tested)?.identifier ?? '';
  const isOwn = (source: string | null): boolean =>
    source === identifier || (source !== null && isMpm(source) && isMpm(identifier));
  return sources.some((source) => !isOwn(source));
}

/** The same for lines of the same words in a section of the same name. */
function placed(line: Occurrence): string {
  const around: string[] = [];
  for (let scope: Scope | null = line.scope; scope !== null; scope = scope.parent) {
    around.push(scope.kind, ...scope.args);
  }
  return [line.scope.server.seq, ...around, lineText(line)].join(' ');
}
