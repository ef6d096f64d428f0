import { inPart } from '../text/index.ts';
import type { Occurrence } from './types.ts';

/** A line as a person reads it: its name as it is written, and its arguments without quotes. */
export function lineText({ node, args }: Occurrence): string {
  return [node.name.value, ...args].join(' ');
}

/** The same as a message quotes it. */
export function quotedLine(line: Occurrence): string {
  return inPart(lineText(line));
}
