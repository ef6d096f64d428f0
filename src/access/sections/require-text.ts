import type { Occurrence } from '../../model/index.ts';
import { isFilledIn } from '../../model/index.ts';

/** Everything behind the directive's name as the server gets it: continuations joined, values put in for variables, quotes kept. */
export function requireText(occurrence: Occurrence): string {
  return occurrence.expanded?.text ?? writtenText(occurrence);
}

/** The same with variables as they are written. */
export function writtenText({ file, node }: Occurrence): string {
  const { start, end } = node.argsSpan;
  return file.source.text.slice(start, end).replace(/\\\r?\n/g, '');
}

/** The whole line, in one piece and with one blank behind its name, variables as they are written. */
export function requireLine(occurrence: Occurrence): string {
  return `Require ${writtenText(occurrence)}`;
}

/** Whether something else will stand in the line when a server reads it. */
export function isFilledInLater(line: Occurrence): boolean {
  return isFilledIn(`${line.node.name.value} ${line.args.length > 0 ? requireText(line) : ''}`, line);
}
