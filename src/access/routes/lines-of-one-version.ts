import { lineText, linesNamed } from '../../model/index.ts';
import type { Guard, Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { groupBy } from '../../text/index.ts';
import { guardsAround } from '../unread/new-branches.ts';
import { asksForGone } from '../unread/old-guards.ts';
import { isOfLogin } from '../sections/access-directives.ts';
import type { Version } from '../sections/worlds.ts';
import { speaksOfRoutes } from './canonical-line.ts';

/** Lines of one guard that bear on requests, and which one version alone reads. */
export interface LinesOfOneVersion {
  readonly guard: Guard;
  readonly readBy: Version;
  readonly lines: readonly [Occurrence, ...Occurrence[]];
}

/** Lines that nothing here compares: they lead requests, or forbid them (Options), or say whose credentials are good. */
function isNotCompared(name: string): boolean {
  return /^(?:allowencodedslashes|server(?:name|alias)|options)$/.test(name) || isLookup(name);
}

/** AuthType is compared with the rules. */
function isLookup(name: string): boolean {
  return isOfLogin(name) && name !== 'authtype';
}

/** Lines that are told of, or compared, for themselves, and the conditions of others. */
const REPORTED_ELSEWHERE = /^(?:ssl|sec|shib|authzsvn|allowmethods$|traceenable$|proxyblock$)/;

/**
 * What a text has one version alone read to lead requests (DocumentRoot, Alias, RewriteRule, ProxyPass and the like), to look up who logs in,
 * or as Options, by the guards that say so, in reading order. It is taken for the author's wish, and not compared, but for guards that ask for
 * a module which 2.4 does not have. Lines that stand there for the other version in the same words are none.
 */
export function linesOfOneVersion(model: ServerModel): LinesOfOneVersion[] {
  const ofOne = linesNamed(model, bearsOnRequests, isKeptFromOne).flatMap((line) => ofOneVersion(line) ?? []);
  const alike = groupBy(ofOne, ({ line }) => wordsInPlace(line));
  const found = ofOne.flatMap(({ line, guard, readBy }) => {
    if (guard === undefined) return [];
    const hasTwin = alike.get(wordsInPlace(line))?.some((other) => other.readBy !== readBy) === true;
    return hasTwin ? [] : [{ guard, readBy, line }];
  });
  return [...groupBy(found, ({ guard }) => guard.node).values()].map(([first, ...others]) => ({
    guard: first.guard,
    readBy: first.readBy,
    lines: [first.line, ...others.map(({ line }) => line)],
  }));
}

/**
 * Lines that lead requests and that 2.4 would not read on account of nothing but guards for modules which it does not have: they are
 * compared, and none may be lost.
 */
export function linesLostWithModules(model: ServerModel): Occurrence[] {
  return linesNamed(model, leadsRequests, isKeptFromOne).filter((line) => {
    const found = ofOneVersion(line);
    return found?.readBy === '2.2' && found.guard === undefined;
  });
}

/** The lines that say whose credentials are good, and that 2.2 alone reads. */
export function loginsOf22(model: ServerModel): Occurrence[] {
  return linesNamed(model, isLookup, isKeptFromOne).filter((line) => ofOneVersion(line)?.readBy === '2.2');
}

/** Few lines are: all others need not be asked which guards stand around them. */
function isKeptFromOne({ on22, on24 }: Occurrence): boolean {
  return on22 === 'no' || on24 === 'no';
}

function leadsRequests(name: string): boolean {
  if (REPORTED_ELSEWHERE.test(name)) return false;
  return speaksOfRoutes(name) || /^rewrite(?:rule|engine|base|options)$/.test(name);
}

/** Lines that are named here, or that the proof compares. */
export function bearsOnRequests(name: string): boolean {
  return leadsRequests(name) || isNotCompared(name);
}

/** A guard for a module that only 2.2 has tells 2.4 nothing: what is in it is compared by the proof. */
function isCompared({ name }: Occurrence, guard: Guard): boolean {
  return !isNotCompared(name) && asksForGone(guard);
}

interface LineOfOneVersion {
  readonly line: Occurrence;
  readonly readBy: Version;
  /** By which the other version does not read it; none, where what is read is compared. */
  readonly guard: Guard | undefined;
}

/** The line, if one version alone may read it. Whether that one does may depend on other guards, which are open. */
function ofOneVersion(line: Occurrence): LineOfOneVersion | null {
  const guards = guardsAround(line);
  const canRead = (version: 'on22' | 'on24'): boolean => guards.every((guard) => guard[version] !== 'no');
  if (canRead('on22') === canRead('on24')) return null;
  const readBy = canRead('on22') ? '2.2' : '2.4';
  const guard = guards.find((each) => onlyReaderOf(each) === readBy && !isCompared(line, each));
  return { line, readBy, guard };
}

function onlyReaderOf({ on22, on24 }: Pick<Guard, 'on22' | 'on24'>): Version | null {
  if (on22 === 'yes' && on24 === 'no') return '2.2';
  return on22 === 'no' && on24 === 'yes' ? '2.4' : null;
}

/** The same for lines of the same words in sections of the same names. */
export function wordsInPlace(line: Occurrence): string {
  const around: string[] = [];
  for (let scope: Scope | null = line.scope; scope !== null; scope = scope.parent) {
    around.push(scope.kind, ...scope.args);
  }
  return [line.scope.server.seq, ...around, lineText(line)].join(' ');
}
