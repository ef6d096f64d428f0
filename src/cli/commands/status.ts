import { lostBytes } from '../../model/index.ts';
import { countFiles, openLedger, openRuns, settlePoints, treePaths } from '../../output/index.ts';
import type { OpenRun } from '../../output/index.ts';
import { plural, renderFindings, showableJson } from '../../report/index.ts';
import type { TextStyle } from '../../report/index.ts';
import type { StatusCommand } from '../command.ts';
import { displayPath } from '../display-path.ts';
import { EXIT } from '../exit-code.ts';
import type { ExitCode } from '../exit-code.ts';
import { findingOf } from '../migrate/left-open.ts';
import { badInput } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';
import { layOutSteps } from '../lay-out-steps.ts';
import { programName } from '../same-command.ts';
import { shellWords } from '../../text/index.ts';
import { describeTerminal } from '../terminal.ts';
import { describeRun } from '../unfinished-runs.ts';

/** What the runs that wrote a tree left for a person: errors, warnings and fixes held back, until undone or settled. */
export function runStatus(command: StatusCommand): Outcome {
  const { path, settle } = command;
  const ledger = openLedger();
  const paths = treePaths(path);
  const before = openRuns(ledger, paths);
  if (before.length === 0) {
    return badInput(
      lostBytes(path) ??
        `no run has written ${path}, or it was undone (httpd-codemod undo --list shows the others)`,
    );
  }
  if (settle === null) return report(command, before, '');
  const chosen = before.map(({ run, points }) => ({
    run,
    indexes: points.flatMap(({ index, point }) =>
      settle.some((word) => isNamed(word, point)) ? [index] : [],
    ),
  }));
  const count = chosen.reduce((sum, { indexes }) => sum + indexes.length, 0);
  if (count === 0)
    return badInput(`nothing that is open is named ${settle.join(', ')}: give a rule, FILE:LINE, or all`);
  for (const { run, indexes } of chosen) if (indexes.length > 0) settlePoints(ledger, run, indexes);
  return report(command, openRuns(ledger, paths), `Settled: ${count}.\n`);
}

type Point = OpenRun['points'][number]['point'];

/** `all`, a rule's id, or `file:line` as the list shows it. */
function isNamed(word: string, { transform, path, line, isUnsetDefault }: Point): boolean {
  if (word === 'all' || word === transform) return true;
  // Defaults that nobody set stand at a line that has nothing to do with them.
  if (isUnsetDefault) return false;
  const places = [path, displayPath(path, process.cwd())];
  return places.some(
    (place) => word === place || word === `${place}:${line}` || word.startsWith(`${place}:${line}:`),
  );
}

function report(command: StatusCommand, runs: readonly OpenRun[], note: string): Outcome {
  const points = runs.flatMap((run) => run.points.map(({ point }) => point));
  const exitCode: ExitCode = points.some(({ level }) => level === 'error') ? EXIT.needsPerson : EXIT.done;
  const output = command.format === 'json' ? asJson(runs) : note + asText(command, runs, points.length > 0);
  return { exitCode, output, encoding: 'utf8', messages: '' };
}

function asText(command: StatusCommand, runs: readonly OpenRun[], hasOpen: boolean): string {
  const terminal = describeTerminal(command.terminal);
  const { quiet, verbose } = command.terminal;
  const here = process.cwd();
  const style: TextStyle = {
    color: terminal.out.color,
    width: terminal.out.width,
    quiet,
    verbose,
    mode: 'show',
    displayPath: (path) => displayPath(path, here),
  };
  const parts = runs.map(({ run, points }) => {
    const findings = renderFindings(
      points.map(({ point }) => findingOf(point)),
      style,
    );
    if (quiet) return findings;
    const files = plural(countFiles(run.journal.entries), 'file');
    const rest = points.length === 0 ? ', and nothing is open' : '';
    const older = run.journal.open === undefined ? ' (by an older release, which kept no findings)' : '';
    return `${describeRun(run)}: ${files} written${rest}${older}.\n`.replace(/^t/, 'T') + findings;
  });
  return parts.join('') + (quiet ? '' : layOutSteps(steps(command.path, hasOpen), terminal.out.width));
}

function steps(path: string, hasOpen: boolean): [string, string][] {
  const at = (command: string, ...more: string[]) =>
    `${programName()} ${shellWords([command, path, ...more])}`;
  return [
    ...(hasOpen
      ? [[at('status', '--settle', 'all'), 'to settle all of it (or RULE, or FILE:LINE)'] as const]
      : []),
    [at('undo'), 'to have all files back as they were'] as const,
  ].map(([command, purpose]) => [command, purpose]);
}

function asJson(runs: readonly OpenRun[]): string {
  const shown = runs.map(({ run: { id, journal }, points }) => ({
    run: id,
    started: journal.started,
    paths: journal.paths,
    files: journal.entries.map(({ path }) => path),
    open: points.map(({ point }) => point),
  }));
  return `${showableJson({ version: 1, runs: shown })}\n`;
}
