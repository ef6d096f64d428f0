import type { UndoCommand } from '../command.ts';
import { rejectConflicts } from './conflicts.ts';
import { switchOption, textOption, UsageError, words } from './given-options.ts';
import type { GivenOptions } from './given-options.ts';
import { readTerminal } from './read-terminal.ts';

/** @throws UsageError */
export function readUndo(given: GivenOptions): UndoCommand {
  rejectConflicts(given);
  const paths = words(given, 'undo');
  const from = textOption(given, 'from');
  const task = readTask(given);
  const [path, more] = paths;
  if (task === 'list' && more !== undefined) {
    throw new UsageError(`--list shows one PATH at a time, not ${path} and ${more}, or all without one`);
  }
  if (task === 'list' && from !== null) throw new UsageError(LIST_FROM);
  if (paths.includes('')) throw new UsageError('the PATH is empty');
  if (path === undefined && from === null && task !== 'list') {
    throw new UsageError('undo needs a PATH, such as /etc/httpd');
  }
  return { name: 'undo', paths, from, task, terminal: readTerminal(given) };
}

const LIST_FROM = '--list shows what can be undone, --from names trees to undo: use one of them';

function readTask(given: GivenOptions): UndoCommand['task'] {
  const isList = switchOption(given, 'list') === true;
  const isFinish = switchOption(given, 'finish') === true;
  if (isList && isFinish) throw new UsageError('--list only looks, --finish changes files: use one of them');
  return isList ? 'list' : isFinish ? 'finish' : 'undo';
}
