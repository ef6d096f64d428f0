import type { Occurrence } from '../../model/index.ts';

/** Everything behind the directive's name as the server gets it: continuations joined, quotes kept. */
export function requireText({ file, node }: Occurrence): string {
  const { start, end } = node.argsSpan;
  return file.source.text.slice(start, end).replace(/\\\r?\n/g, '');
}

/** The whole line, in one piece and with one blank behind its name. */
export function requireLine(occurrence: Occurrence): string {
  return `Require ${requireText(occurrence)}`;
}
