import { askTree, plainRequest } from '../../access/index.ts';
import type { ConcreteRequest } from '../../access/index.ts';
import type { TreeReader } from '../../model/index.ts';
import { writtenFor } from '../../transform/index.ts';
import { isProbeFailure } from '../../target/index.ts';
import { targetOf } from '../migrate/auto-target.ts';
import { terminalProgress } from '../migrate/progress.ts';
import { whileWatched } from '../migrate/watch-stages.ts';
import type { WhoCommand } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { loadTree } from '../load-tree.ts';
import { badInput, badUsage } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';
import { wrapLines } from '../../report/index.ts';
import { renderWho } from '../render/render-who.ts';
import { describeTerminal } from '../terminal.ts';
import type { Terminal } from '../terminal.ts';
import { whoAsJson } from '../render/who-as-json.ts';
import { unfinishedNote } from '../unfinished-runs.ts';

/** Who decides one request, and how: the sections that apply in their order, what each adds, the answer. */
export function runWho(command: WhoCommand): Outcome {
  if (command.tree === '-') return badUsage('who needs a tree: standard input is one file without Includes');
  const terminal = describeTerminal(command.terminal);
  const progress = terminalProgress(terminal, command.terminal.quiet);
  return whileWatched(progress, terminal, 'answering', (reader) => answer(command, reader, terminal));
}

function answer(command: WhoCommand, reader: TreeReader, { out }: Terminal): Outcome {
  const target = targetOf(command, command.tree, reader);
  if (isProbeFailure(target)) return badInput(target.message);
  const model = loadTree({ ...command, path: command.tree, target }, reader);
  if (typeof model === 'string') return badInput(model);
  const version = command.readAs ?? writtenFor(model);
  const request = requestOf(command);
  const asked = askTree(model, reader, version, request);
  const { color, width } = out;
  const text =
    command.format === 'json'
      ? whoAsJson(asked, request, command)
      : wrapLines(
          renderWho(asked, request, { color, from: process.cwd(), isVerbose: command.terminal.verbose }),
          width,
        );
  return { exitCode: EXIT.done, output: text, encoding: 'utf8', messages: unfinishedNote([command.tree]) };
}

function requestOf({ path: written, request: given, headers }: WhoCommand): ConcreteRequest {
  // Bytes, as the server gets them.
  const path = Buffer.from(written, 'utf8').toString('latin1');
  if (headers === null) return { ...plainRequest(path), ...given };
  // What is not among the headers that are given is not sent, Host included.
  const host = given.host ?? hostIn(headers.get('host'));
  return { ...plainRequest(path), ...given, headers, otherHeaders: 'absent', host };
}

/** The name in a Host header; with what follows it where that is no port, or where there is no name: no server takes it then. */
function hostIn(header = ''): string {
  const [, name = '', port] = /^(.*?)(?::(\d+))?$/s.exec(header) ?? [];
  const number = Number(port ?? 80);
  return name === '' || number < 1 || number > 65_535 ? header : name;
}
