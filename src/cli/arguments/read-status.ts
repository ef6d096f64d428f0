import type { StatusCommand } from '../command.ts';
import { rejectConflicts } from './conflicts.ts';
import { choiceOption, listOption, UsageError, words } from './given-options.ts';
import type { GivenOptions } from './given-options.ts';
import { readTerminal } from './read-terminal.ts';

/** @throws UsageError */
export function readStatus(given: GivenOptions): StatusCommand {
  rejectConflicts(given);
  const [path, more] = words(given, 'status');
  if (path === undefined || path === '') throw new UsageError('status needs a PATH, such as /etc/httpd');
  if (more !== undefined) throw new UsageError(`status takes one PATH at a time, not ${path} and ${more}`);
  const settle = listOption(given, 'settle');
  if (settle?.length === 0) throw new UsageError('--settle needs a rule, FILE:LINE, or all');
  const format = choiceOption(given, 'format', ['text', 'json']) ?? 'text';
  return { name: 'status', path, settle, format, terminal: readTerminal(given) };
}
