import type { Occurrence } from './types.ts';

/** A line as a person reads it: its name as it is written, and its arguments without quotes. */
export function lineText({ node, args }: Occurrence): string {
  return [node.name.value, ...args].join(' ');
}
