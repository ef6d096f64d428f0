import type { Occurrence } from '../../model/index.ts';
import { requireText } from './require-text.ts';

/** What templates (ERB, Jinja, autoconf) and variables without a value leave in a line. */
const PLACEHOLDER = /<%|%>|\{\{|\{%|@@?\w+@@?|\$\{\w+\}/;

/** Whether a word is left open. */
export function isPlaceholder(word: string): boolean {
  return PLACEHOLDER.test(word);
}

/** Whether something else will stand in the line when a server reads it. */
export function isFilledInLater(line: Occurrence): boolean {
  return PLACEHOLDER.test(`${line.node.name.value} ${line.args.length > 0 ? requireText(line) : ''}`);
}
