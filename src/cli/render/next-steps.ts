import type { MigrateCommand } from '../command.ts';
import type { FoundTarget } from '../migrate/auto-target.ts';
import { EXIT } from '../exit-code.ts';
import type { ExitCode } from '../exit-code.ts';
import { environmentWords, programName, sameCommand } from '../same-command.ts';
import { shellWords } from '../../text/index.ts';
import { layOutSteps } from '../lay-out-steps.ts';
import type { Step } from '../lay-out-steps.ts';

/** What is known when the last lines are printed. */
export interface Situation {
  readonly command: MigrateCommand;
  /** The target of all trees; its option is null where they differ. */
  readonly found: Pick<FoundTarget, 'target' | 'option'>;
  readonly exitCode: ExitCode;
  readonly hasChanges: boolean;
  /** Fixes that wait for `--apply review`. */
  readonly heldBack: number;
  /** Whether a run that wrote leaves anything for a person. */
  readonly hasOpen: boolean;
  /** The transform of the first finding of level error, to read about; null if there is none. */
  readonly firstError: string | null;
  /** The folder in which the diff applies; null if none went to a file or a pipe. */
  readonly diffBase: string | null;
  /** The main file to let the 2.4 server check; null if there is no one such file. */
  readonly entry: string | null;
}

/** What to type next, as lines below the summary; '' if there is nothing to do. @param width 0: no terminal, one line for each */
export function nextSteps(situation: Situation, width: number): string {
  const steps = stepsOf(situation, width > 0);
  return steps.length === 0 || programName() === '' ? '' : layOutSteps(steps, width);
}

function stepsOf(situation: Situation, isTerminal: boolean): Step[] {
  const { command, exitCode, hasChanges, heldBack, firstError, diffBase } = situation;
  const { option } = situation.found;
  const values = environmentWords(command, isTerminal);
  const again = (...more: string[]) => sameCommand(command, option, [...values, ...more]);
  const steps: Step[] = [];
  if (firstError !== null)
    steps.push([`${programName()} explain ${firstError}`, 'to read about the first error']);
  if (exitCode === EXIT.badInput || exitCode === EXIT.refused) return steps;
  const isDryRun = command.mode === 'show' || command.mode === 'check';
  if (heldBack > 0 && isDryRun)
    steps.push([again('--apply', 'review'), 'to see the fixes held back, too', 'spare']);
  if (!hasChanges) return steps;
  if (!isDryRun) return [...steps, ...statusStep(situation), ...checkStep(situation), ...undoStep(command)];
  if (command.paths[0] !== '-') steps.push([again('--write'), 'to make these changes']);
  if (diffBase !== null) {
    steps.push([`patch --binary -p1 -d ${shellWords([diffBase])} < DIFF`, 'to apply the diff by hand']);
  }
  return steps;
}

function checkStep({ command, entry, found: { target, option } }: Situation): Step[] {
  if (entry === null || command.mode === 'out' || command.configtest !== null) return [];
  const own = option?.[0] === '--httpd' ? option[1] : null;
  const server = own ?? (target.family === 'debian' ? 'apache2ctl' : 'httpd');
  return [[`${shellWords([server])} -t -f ${shellWords([entry])}`, 'to have the 2.4 server check it']];
}

function statusStep({ command: { mode, paths }, hasOpen }: Situation): Step[] {
  if (mode !== 'write' || !hasOpen) return [];
  return [[`${programName()} status ${shellWords([paths[0]!])}`, 'to see again what is left for you']];
}

function undoStep({ mode, paths }: MigrateCommand): Step[] {
  if (mode !== 'write') return [];
  return [[`${programName()} undo ${shellWords([paths[0]!])}`, 'to have all files back as they were']];
}
