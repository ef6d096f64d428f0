import type { Occurrence, ServerModel } from '../../model/index.ts';
import { readAllSections } from './read-sections.ts';
import { requireText } from './require-text.ts';
import type { AccessContainer, AccessLine } from './types.ts';
import { isContainer } from './types.ts';

/** What templates (ERB, Jinja, autoconf) and variables without a value leave in a line. */
const PLACEHOLDER = /<%|%>|\{\{|\{%|@@?\w+@@?|\$\{\w+\}/;
const WHO: ReadonlySet<string> = new Set(['allow', 'deny', 'require']);

/** Whether a word is left open. */
export function isPlaceholder(word: string): boolean {
  return PLACEHOLDER.test(word);
}

/** Whether who is meant by the line depends on what will be put in its place. */
export function hasPlaceholder(line: AccessLine): boolean {
  return WHO.has(line.name) && isFilledInLater(line.occurrence);
}

/** Whether something else will stand in the line when a server reads it. */
export function isFilledInLater(line: Occurrence): boolean {
  return PLACEHOLDER.test(`${line.node.name.value} ${line.args.length > 0 ? requireText(line) : ''}`);
}

/** The Allow, Deny and Require lines of the tree that name somebody who is not known yet. */
export function placeholderLines(model: ServerModel): Occurrence[] {
  const linesIn = (entry: AccessLine | AccessContainer): Occurrence[] => {
    if (isContainer(entry)) return entry.children.flatMap(linesIn);
    return hasPlaceholder(entry) ? [entry.occurrence] : [];
  };
  return readAllSections(model).flatMap(({ entries }) => entries.flatMap(linesIn));
}
