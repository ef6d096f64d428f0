import type { Occurrence, Scope } from './types.ts';
import { inPart } from '../text/index.ts';

/** With `<` before that of a section. */
export function nameOfItem(item: Occurrence | Scope): string {
  return item.type === 'scope' ? `<${item.name}` : item.name;
}

/** A line as a person reads it: its name as it is written, and its arguments without quotes. */
export function lineText({ node, args }: Occurrence): string {
  return [node.name.value, ...args].join(' ');
}

/** The same as a message quotes it. */
export function quotedLine(line: Occurrence): string {
  return inPart(lineText(line));
}
