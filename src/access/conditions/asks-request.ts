import { rememberPerForm } from '../states/form.ts';
import { ownState24 } from '../states/own-state.ts';
import type { AccessSection } from '../sections/types.ts';
import type { World } from '../sections/worlds.ts';
import { hasConditions, questionsIn } from './settle-conditions.ts';
import type { Occurrence, ServerModel } from '../../model/index.ts';
import { occurrencesOf, fnmatch } from '../../model/index.ts';
import { rememberWeakly } from '../../text/index.ts';
import { posix } from 'node:path';
import { matchRegexText } from '../chains/index.ts';
import type { PatternTest } from './clause.ts';
import { namePatternIn } from './name-patterns.ts';
import { addressOfPattern, nameOfPattern, wildcardOfPattern } from './path-patterns.ts';

/** Whether what a 2.4 server reads in the section depends on the folder, file, address or host of a request. */
export const asksRequest: (section: AccessSection, world: World) => boolean = rememberPerForm(
  (section, world) => hasConditions(ownState24(section, world).tree),
);

/** What it asks for then (`questionOf`). */
export const questionsAsked: (section: AccessSection, world: World) => readonly string[] = rememberPerForm(
  (section, world) => {
    const { tree } = ownState24(section, world);
    return tree === null ? [] : questionsIn(tree);
  },
);

/** Those of which it does in some of the worlds. */
export function sectionsAsking(
  sections: readonly AccessSection[],
  worlds: readonly World[],
): ReadonlySet<AccessSection> {
  return new Set(sections.filter((section) => worlds.some((world) => asksRequest(section, world))));
}

/** The Require lines that 2.4 may read and that ask so. @param asks of all that stands behind `Require` */
export function linesAsking(model: ServerModel, asks: (condition: string) => boolean): Occurrence[] {
  return linesOfExpressions(model).filter(({ args }) => asks(args.join(' ')));
}

/** Nothing but an expression asks so, and most lines have none. */
const linesOfExpressions = rememberWeakly((model: ServerModel): readonly Occurrence[] =>
  occurrencesOf(model, 'require').filter(({ args, on24 }) => args.some(isOfExpression) && on24 !== 'no'),
);

function isOfExpression(word: string): boolean {
  return EXPRESSION.test(word);
}

const EXPRESSION = /^expr/i;

/** Whether a pattern may match a folder, with the slash at its end, and not the file of one of these names in it, or the other way round. */
export function mayTellFile({ pattern }: PatternTest, names: readonly string[]): boolean {
  const above = addressOfPattern(pattern) ?? wildcardOfPattern(pattern);
  if (above !== null) return names.some((name) => fnmatch(posix.basename(above), name));
  const start = plainStart(pattern);
  if (start !== null) {
    const tail = start.slice(start.lastIndexOf('/') + 1);
    return tail !== '' && names.some((name) => name.startsWith(tail));
  }
  const ofName = namePatternIn(pattern);
  return names.some((name) => {
    if (ofName !== null) return matchRegexText(ofName, name) !== 'never';
    return nameOfPattern(pattern) === null || nameOfPattern(pattern) === name;
  });
}

/** What a pattern that asks for a beginning and nothing else writes out. */
function plainStart(pattern: string): string | null {
  const written = /^\^((?:[^\\^$.*+?()[\]{}|]|\\\W)*)$/.exec(pattern)?.[1];
  return written?.replace(/\\(\W)/g, '$1') ?? null;
}
