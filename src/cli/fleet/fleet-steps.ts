import type { FleetServer } from '../../fleet/index.ts';
import { printable } from '../../report/index.ts';
import { shellWords } from '../../text/index.ts';
import type { MigrateCommand } from '../command.ts';
import { layOutSteps } from '../lay-out-steps.ts';
import type { Step } from '../lay-out-steps.ts';
import { environmentWords, givenTarget, programName, sameCommand } from '../same-command.ts';
import type { FleetEnd } from './deliver-fleet.ts';
import { commandFor } from './work-server.ts';

/** What to type next, on standard error; '' where there is nothing to do. */
export function fleetSteps({ command, outcomes, terminal }: FleetEnd): string {
  const toChange = outcomes.find(({ summary }) => summary.edits > 0);
  const first = toChange ?? outcomes[0];
  if (first === undefined || programName() === '') return '';
  const isWritten = outcomes.some(({ written }) => (written ?? 0) > 0);
  const { isTerminal, width } = terminal.err;
  const values = environmentWords(command, isTerminal);
  const canWrite = toChange !== undefined && command.mode !== 'write';
  const steps: Step[] = isWritten
    ? [[undoAll(command), 'to have all servers as they were']]
    : [
        [alone(command, first.server, values), 'to see the diff and all findings of one server'],
        [allAgain(command, ...values, '--format', 'jsonl'), 'to have every server on a line of JSON'],
        ...(canWrite ? [[writeAll(command, values), 'to write all that are not refused'] as const] : []),
      ];
  return layOutSteps(
    steps.map(([step, purpose]) => [printable(step), purpose]),
    width,
  );
}

function alone(command: MigrateCommand, { name, target }: FleetServer, values: readonly string[]): string {
  const own = target === null ? givenTarget(command) : (['--target', target] as const);
  return sameCommand(commandFor(command, name), own, values);
}

function writeAll(command: MigrateCommand, values: readonly string[]): string {
  return allAgain(command, ...values, ...(command.many.isAllOrNone ? ['--all-or-none'] : []), '--write');
}

function allAgain(command: MigrateCommand, ...more: readonly string[]): string {
  const { list, isEach } = command.many;
  return sameCommand({ ...command, paths: shownPaths(command) }, givenTarget(command), [
    ...(list === null ? [] : ['--list', list]),
    ...(isEach ? ['--each'] : []),
    ...more,
  ]);
}

function undoAll(command: MigrateCommand): string {
  const { list } = command.many;
  const given = list === null ? shownPaths(command) : ['--from', list];
  return `${programName()} undo ${shellWords(given)}`;
}

/** As many as fit on a line: of others the shell made them, and knows how. */
function shownPaths({ paths }: MigrateCommand): readonly string[] {
  return paths.length > 3 ? ['PATH...'] : paths;
}
