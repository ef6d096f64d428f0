import { resolve } from 'node:path';
import { buildModel, createDiskReader, isModelFailure } from '../../model/index.ts';
import { printable } from '../../report/index.ts';
import type { TreeCommand } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { loadEnvironment } from '../load-environment.ts';
import { badInput, badUsage } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';
import { renderTree } from '../render/render-tree.ts';
import { describeTerminal } from '../terminal.ts';
import { unfinishedNote } from '../unfinished-runs.ts';
import { mostLines } from '../most-lines.ts';

/** The configuration as the server reads it: files with their Includes, virtual hosts, modules, .htaccess, problems. */
export function runTree(command: TreeCommand): Outcome {
  if (command.path === '-') return badUsage('tree needs a PATH: standard input is one file without Includes');
  const { defines, serverRoot, maps } = command;
  const environment = loadEnvironment(command.environment);
  if (typeof environment === 'string') return badInput(environment);
  const request = {
    path: resolve(command.path),
    defines,
    environment,
    maps,
    maxLines: mostLines(),
    ...(serverRoot && { serverRoot: resolve(serverRoot) }),
  };
  const model = buildModel(request, createDiskReader());
  if (isModelFailure(model)) return badInput(printable(model.message));
  const { color } = describeTerminal(command.terminal).out;
  const hasErrors = model.problems.some(({ level }) => level === 'error');
  return {
    exitCode: hasErrors ? EXIT.badInput : EXIT.done,
    output: renderTree(model, color, process.cwd()),
    encoding: 'utf8',
    messages: unfinishedNote([command.path]),
  };
}
