import { printable } from '../../report/index.ts';
import { layOutSteps } from '../lay-out-steps.ts';
import type { Step } from '../lay-out-steps.ts';
import { programName } from '../same-command.ts';
import { shellWords } from '../../text/index.ts';
import type { FleetEnd } from './deliver-fleet.ts';

/** What to type next, on standard error; '' where there is nothing to do. */
export function fleetSteps({ command, outcomes, terminal }: FleetEnd): string {
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
  const program = programName();
  const steps: Step[] = isWritten
    ? [[`${program} undo ${undone}`, 'to have all servers as they were']]
    : [
        [`${program} ${shellWords([first.server.name])}`, 'to see the diff and all findings of one server'],
        [`${program} ${given} --format jsonl`, 'to have every server on a line of JSON'],
        ...(command.mode === 'write'
          ? []
          : [[`${program} ${given} --write`, 'to write all that are not refused'] as const]),
      ];
  return layOutSteps(
    steps.map(([step, purpose]) => [printable(step), purpose]),
    terminal.err.width,
  );
}
