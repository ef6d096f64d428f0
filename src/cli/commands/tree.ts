import { createDiskReader } from '../../model/index.ts';
import type { TreeCommand } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { loadTree } from '../load-tree.ts';
import { wrapLines } from '../../report/index.ts';
import { badInput, badUsage } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';
import { renderTree } from '../render/render-tree.ts';
import { describeTerminal } from '../terminal.ts';
import { unfinishedNote } from '../unfinished-runs.ts';

/** The configuration as the server reads it: files with their Includes, virtual hosts, modules, .htaccess, problems. */
export function runTree(command: TreeCommand): Outcome {
  if (command.path === '-') return badUsage('tree needs a PATH: standard input is one file without Includes');
  const model = loadTree(command, createDiskReader());
  if (typeof model === 'string') return badInput(model);
  const { color, width } = describeTerminal(command.terminal).out;
  const hasErrors = model.problems.some(({ level }) => level === 'error');
  return {
    exitCode: hasErrors ? EXIT.badInput : EXIT.done,
    output: wrapLines(renderTree(model, color, process.cwd()), width),
    encoding: 'utf8',
    messages: unfinishedNote([command.path]),
  };
}
