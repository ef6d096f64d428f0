import type { UndoCommand } from '../command.ts';
import { rejectConflicts } from './conflicts.ts';
import { switchOption, UsageError, words } from './given-options.ts';
import type { GivenOptions } from './given-options.ts';
import { readTerminal } from './read-terminal.ts';

/** @throws UsageError */
export function readUndo(given: GivenOptions): UndoCommand {
  rejectConflicts(given);
  const [path = null, more] = words(given, 'undo');
  const task = readTask(given);
  if (more !== undefined) throw new UsageError(`undo takes one PATH at a time, not ${path} and ${more}`);
  if (path === '') throw new UsageError('the PATH is empty');
  if (path === null && task !== 'list') throw new UsageError('undo needs a PATH, such as /etc/httpd');
  return { name: 'undo', path, task, terminal: readTerminal(given) };
}

function readTask(given: GivenOptions): UndoCommand['task'] {
  const isList = switchOption(given, 'list') === true;
  const isFinish = switchOption(given, 'finish') === true;
  if (isList && isFinish) throw new UsageError('--list only looks, --finish changes files: use one of them');
  return isList ? 'list' : isFinish ? 'finish' : 'undo';
}
