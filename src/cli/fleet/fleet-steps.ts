import { printable } from '../../report/index.ts';
import { programName } from '../same-command.ts';
import { shellWords } from '../shell-words.ts';
import type { FleetEnd } from './deliver-fleet.ts';

/** What to type next, on standard error; '' where there is nothing to do. */
export function fleetSteps({ command, outcomes }: FleetEnd): string {
  const first = outcomes.find(({ summary }) => summary.edits > 0) ?? outcomes[0];
  if (first === undefined || programName() === '') return '';
  const isWritten = outcomes.some(({ written }) => (written ?? 0) > 0);
  const { list } = command.many;
  // As many PATHs as fit on a line: of others the shell made them, and knows how.
  const given =
    list === null
      ? command.paths.length > 3
        ? 'PATH...'
        : shellWords(command.paths)
      : `--list ${shellWords([list])}`;
  const undone = list === null ? given : `--from ${shellWords([list])}`;
  const steps: [string, string][] = isWritten
    ? [[`undo ${undone}`, 'to have all servers as they were']]
    : [
        [`${shellWords([first.server.name])}`, 'the diff and all findings of one server'],
        [`${given} --format jsonl`, 'every server on a line of JSON'],
        ...(command.mode === 'write'
          ? []
          : [[`${given} --write`, 'to write all that are not refused'] as [string, string]]),
      ];
  const width = Math.max(...steps.map(([step]) => step.length));
  const lines = steps.map(([step, purpose]) =>
    printable(`  ${programName()} ${step.padEnd(width)}  ${purpose}`),
  );
  return ['Next:', ...lines].map((line) => `${line}\n`).join('');
}
