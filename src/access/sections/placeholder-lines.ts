import type { Occurrence, ServerModel } from '../../model/index.ts';
import { analysisOf } from './analysis.ts';
import { isFilledInLater } from './require-text.ts';
import type { AccessContainer, AccessLine } from './types.ts';
import { isContainer } from './types.ts';

const WHO: ReadonlySet<string> = new Set(['allow', 'deny', 'require']);

/** Whether who is meant by the line depends on what will be put in its place. */
export function isOpenAccessLine(line: AccessLine): boolean {
  return WHO.has(line.name) && isFilledInLater(line.occurrence);
}

/** The Allow, Deny and Require lines of the tree that name somebody who is not known yet. */
export function placeholderLines(model: ServerModel): Occurrence[] {
  const linesIn = (entry: AccessLine | AccessContainer): Occurrence[] => {
    if (isContainer(entry)) return entry.children.flatMap(linesIn);
    return isOpenAccessLine(entry) ? [entry.occurrence] : [];
  };
  return analysisOf(model).allSections.flatMap(({ entries }) => entries.flatMap(linesIn));
}
