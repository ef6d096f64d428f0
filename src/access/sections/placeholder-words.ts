import type { Occurrence } from '../../model/index.ts';
import { isFilledIn } from '../../model/index.ts';
import { requireText } from './require-text.ts';

/** Whether something else will stand in the line when a server reads it. */
export function isFilledInLater(line: Occurrence): boolean {
  return isFilledIn(`${line.node.name.value} ${line.args.length > 0 ? requireText(line) : ''}`, line);
}
