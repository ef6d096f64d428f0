import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { lostBytes } from '../../model/index.ts';
import {
  countFiles,
  describeError,
  finishRun,
  isRunOf,
  listRuns,
  openLedger,
  ownRuns,
  runsToUndo,
  treePaths,
  undoRun,
} from '../../output/index.ts';
import type { Ledger, Run, WriteResult } from '../../output/index.ts';
import { plural, printable, wrapLines } from '../../report/index.ts';
import type { UndoCommand } from '../command.ts';
import { readPathList } from '../path-list.ts';
import { deferSignals } from '../deferred-signals.ts';
import { displayPath } from '../display-path.ts';
import { EXIT } from '../exit-code.ts';
import { runsOf } from '../migrate/written-tree.ts';
import { badInput, printed } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';
import { renderHistory } from '../render/render-history.ts';
import { programName } from '../same-command.ts';
import { describeTerminal } from '../terminal.ts';
import { shellWords } from '../../text/index.ts';
import { describeRun } from '../unfinished-runs.ts';
import { unheldNote } from '../render/unheld-note.ts';

/** Gives the files back that a run has changed, or finishes one that was stopped; reads no configuration. */
export function runUndo(command: UndoCommand): Outcome {
  const ledger = openLedger();
  const { width } = describeTerminal(command.terminal).out;
  try {
    const outcome = undoWith(ledger, command);
    return { ...outcome, output: wrapLines(outcome.output, width) };
  } catch (error) {
    return badInput(`the history in ${printable(ledger.folder)} can't be read: ${describeError(error)}`);
  }
}

function undoWith(ledger: Ledger, command: UndoCommand): Outcome {
  const { paths, from, task } = command;
  const [path] = paths;
  if (task === 'list') return printed(renderHistory(ledger, path === undefined ? null : treePaths(path)));
  if (from === null && path !== undefined && paths.length === 1) return undoOne(ledger, path, command);
  const listed = from === null ? [] : readPathList(from);
  if (typeof listed === 'string') return badInput(listed);
  return undoMany(ledger, [...new Set([...paths, ...listed.map((one) => one.path)])], command);
}

function undoOne(
  ledger: Ledger,
  path: string,
  { task, terminal }: UndoCommand,
  history?: readonly Run[],
): Outcome {
  const [run, ...others] = runsToUndo(ledger, treePaths(path), history);
  if (run === undefined)
    return badInput(printable(lostBytes(path) ?? `nothing to undo: no known run has changed ${path}`));
  if (others.length > 0) return badInput(severalTrees(path, [run, ...others]));
  if (task === 'finish' && !isPending(run)) {
    return badInput(`nothing to finish: no run on ${printable(path)} was stopped half way`);
  }
  deferSignals();
  const result = task === 'finish' ? finishRun(ledger, run) : undoRun(ledger, run);
  if (result.type !== 'written') return failed(run, result);
  const weakness = terminal.quiet || result.paths.length === 0 ? '' : unheldNote();
  const earlier = task === 'finish' || terminal.quiet ? '' : earlierText(ledger, path, run);
  return {
    ...printed(terminal.quiet ? '' : `${doneText(task === 'finish', run, result)}${earlier}`),
    messages: `${notesText(result)}${weakness}`,
  };
}

/**
 * Each by itself, whatever becomes of the others. What went well is counted, and told with --verbose. A tree that no run has changed is
 * as it is wanted already, unless none of them has one: then these are not the trees that are meant.
 */
function undoMany(ledger: Ledger, paths: readonly string[], command: UndoCommand): Outcome {
  const history = listRuns(ledger, 'history');
  const untouched = paths.filter((path) => isUntouched(ledger, path, history));
  const idle = new Set(untouched.length < paths.length ? untouched : []);
  const outcomes = paths
    .filter((path) => !idle.has(path))
    .map((path) => undoOne(ledger, path, command, history));
  const bad = outcomes.filter(({ exitCode }) => exitCode !== EXIT.done);
  const { quiet, verbose } = command.terminal;
  const verb = command.task === 'finish' ? 'Finished' : 'Undone';
  const rest = [
    idle.size === 0 ? '' : `; no run has changed ${plural(idle.size, 'tree')}`,
    bad.length === 0 ? '' : `; ${plural(bad.length, 'tree')} could not be`,
  ].join('');
  const done = `${verb}: ${plural(outcomes.length - bad.length, 'tree')} of ${paths.length}${rest}.\n`;
  return {
    exitCode: bad.length === 0 ? EXIT.done : EXIT.badInput,
    output: quiet ? '' : `${verbose ? outcomes.map(({ output }) => output).join('') : ''}${done}`,
    encoding: 'utf8',
    messages: [...new Set(outcomes.map(({ messages }) => messages))].join(''),
  };
}

/** A name that leads nowhere is a mistake, and not a tree without a run. */
function isUntouched(ledger: Ledger, path: string, history: readonly Run[]): boolean {
  return existsSync(path) && ownRuns(ledger, treePaths(path), history).length === 0;
}

function severalTrees(path: string, runs: readonly Run[]): string {
  const shown = runs.slice(0, MOST_TREES).map((run) => `\n  ${describeRun(run)}`);
  const rest = runs.length > MOST_TREES ? [`\n  and ${runs.length - MOST_TREES} more`] : [];
  return `in ${printable(path)} several trees were written. Give the paths of those to undo:${[...shown, ...rest].join('')}`;
}

const MOST_TREES = 10;

function isPending({ folder }: Run): boolean {
  return basename(dirname(folder)) === 'pending';
}

type Written = Extract<WriteResult, { type: 'written' }>;

function doneText(isFinish: boolean, run: Run, { paths }: Written): string {
  const what = describeRun(run);
  if (isFinish)
    return `Finished ${what}: ${plural(countFiles(run.journal.entries, paths), 'file')} more changed.\n`;
  if (paths.length === 0) return `Undone: ${what} had changed nothing yet.\n`;
  return `Undone: ${what}. ${plural(countFiles(run.journal.entries, paths), 'file is', 'files are')} as before.\n`;
}

/** A run before this one is no surprise to find in the tree, if it is named. */
function earlierText(ledger: Ledger, path: string, { id }: Run): string {
  const paths = treePaths(path);
  const earlier = runsOf(ledger, [path]).find((run) => run.id !== id && isRunOf(run, paths));
  if (earlier === undefined) return '';
  return `Still written: ${describeRun(earlier)}. To take that back, too: ${programName()} undo ${printable(shellWords([path]))}\n`;
}

function notesText({ notes }: Written): string {
  return notes.map(({ path, message }) => line(path, message)).join('');
}

function failed(run: Run, { type, problems }: Exclude<WriteResult, { type: 'written' }>): Outcome {
  const lines = problems.map(({ path, message }) => `httpd-codemod: ${line(path, message)}`).join('');
  const hasChanged = problems.some(({ code }) => code === 'changed');
  const state =
    type === 'broken'
      ? 'some files are back and others are not; correct what is named above and run this again.'
      : `nothing was changed.${hasChanged ? ` The originals are below ${printable(run.folder)}/old.` : ''}`;
  return {
    exitCode: EXIT.badInput,
    output: '',
    encoding: 'utf8',
    messages: `${lines}httpd-codemod: ${state}\n`,
  };
}

function line(path: string, message: string): string {
  return `${printable(displayPath(path, process.cwd()))}: ${printable(message)}\n`;
}
