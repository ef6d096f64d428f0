import type { Assumptions, Guard, Occurrence } from '../../model/index.ts';
import { DEFINED_VALUE, isLimit, placeholdersIn, scopesAround } from '../../model/index.ts';
import { argumentUnits, parse, placeholderNames } from '../../syntax/index.ts';
import type { Section } from '../../syntax/index.ts';
import type { ChosenLine } from './chosen-words.ts';
import type { LineSurroundings } from './written-line.ts';
import { requireText } from './require-text.ts';

/** What a value is where it is not `all`. */
const LISTS = { 'addresses-or-all': 'addresses', 'hosts-or-all': 'hosts' } as const;

/**
 * The ways in which a line of Allow or Deny is read whose values are said to be a list or `all`: with each, once as either, behind a guard that
 * asks which it is. No one Require line is right for both, but 2.4 can be asked before it reads one (`<IfDefine value-is-...>`).
 */
export function eitherWays(line: Occurrence, around: LineSurroundings): readonly LineSurroundings[] {
  const { assumptions } = around;
  const isHosts = line.name === 'allow' || line.name === 'deny';
  if (!isHosts || !canAsk(line) || ![...assumptions.values()].some((kind) => kind in LISTS)) return [around];
  let ways: readonly LineSurroundings[] = [around];
  for (const value of eitherValues(line, assumptions))
    ways = ways.flatMap((way) => splitBy(value, line, way));
  return ways;
}

interface EitherValue {
  /** As it is written. */
  readonly text: string;
  readonly list: (typeof LISTS)[keyof typeof LISTS];
}

function splitBy({ text, list }: EitherValue, line: Occurrence, way: LineSurroundings): LineSurroundings[] {
  const guard = guardFor(text, line);
  const { ofValues = [], assumptions } = way;
  const [name = text] = placeholderNames(text);
  return [
    { ...way, ofValues: [...ofValues, guard], assumptions: new Map([...assumptions, [name, 'all']]) },
    {
      ...way,
      ofValues: [...ofValues, { ...guard, test: `!${guard.test}` }],
      assumptions: new Map([...assumptions, [name, list]]),
    },
  ];
}

/** In a .htaccess file there is no Define (`set_define`, server/core.c). */
function canAsk({ file }: Occurrence): boolean {
  return file.role !== 'htaccess' && !/htaccess[^/]*$/i.test(file.path);
}

/** Those that stand in the line as a word of their own. */
function eitherValues(line: Occurrence, assumptions: Assumptions): EitherValue[] {
  const units = argumentUnits(requireText(line))?.slice(1) ?? [];
  return [...new Set(units.map(({ text }) => text))].flatMap((text): EitherValue[] => {
    const [placeholder] = placeholdersIn(text, line);
    if (placeholder !== undefined && placeholder.text !== text) return [];
    const kind = placeholderNames(text).flatMap((name) => assumptions.get(name) ?? [])[0];
    return kind === 'addresses-or-all' || kind === 'hosts-or-all' ? [{ text, list: LISTS[kind] }] : [];
  });
}

function guardFor(text: string, line: Occurrence): Guard {
  const isInBranch = guardsInside(line).some(({ kind }) => kind === 'template');
  return {
    file: line.file,
    node: UNWRITTEN,
    kind: 'ifdefine',
    test: `${DEFINED_VALUE}${text}`,
    on22: 'maybe',
    on24: 'maybe',
    ofValue: isInBranch ? 'here' : 'anywhere',
  };
}

/** What is asked within a line for its words. */
export function chosenGuards({ line, asked }: ChosenLine): Guard[] {
  const made: Guard[] = [];
  for (const { test, isNegated, asker, on22, on24 } of asked) {
    const written = isNegated ? `!${test}` : test;
    const within = [...line.guards, ...made];
    made.push({ ...guardFor(test, line), kind: 'template', test: written, asker, within, on22, on24 });
  }
  return made;
}

/** Those between the line and its section. */
function guardsInside({ guards, scope }: Occurrence): Guard[] {
  const limits = scopesAround(scope).filter(isLimit);
  return [...guards, ...limits.flatMap((limit) => limit.guards)];
}

/** The guard as it will be written: no file has it. */
const UNWRITTEN = parse({ path: '', text: '<IfDefine x>\n</IfDefine>\n' }).children[0] as Section;

/** The guards that stand in files. */
export function writtenGuards(guards: readonly Guard[]): readonly Guard[] {
  return guards.some(({ ofValue }) => ofValue !== undefined)
    ? guards.filter(({ ofValue }) => ofValue === undefined)
    : guards;
}

/** What has to stand before guards that ask whether a value is `all`: they ask for these names, with the value in place of the word. */
export const DEFINED_WORDS: readonly string[] = ['all', 'All'].map(
  (word) => `Define ${DEFINED_VALUE}${word}`,
);
