import type { MigrateCommand } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { badInput } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';
import type { OutputFile } from '../migrate/output-file.ts';
import { renderMessages } from '../render/render-messages.ts';
import { renderFailure, renderOutput } from '../render/render-output.ts';
import type { MigrateResult } from '../migrate/result.ts';
import type { Terminal } from '../terminal.ts';

/** The end of a run with a result: what is printed where. `file` is that of `--output`. */
export async function deliver(
  result: MigrateResult,
  terminal: Terminal,
  file: OutputFile | null,
): Promise<Outcome> {
  const { exitCode, command } = result;
  const printed = await renderOutput(result, terminal);
  // A program that reads the JSON needs no second telling.
  const messages = command.format === 'json' && file === null ? '' : renderMessages(result, terminal);
  // On a terminal both come out below one another.
  const gap = terminal.out.isTerminal && printed.output !== '' && messages !== '' ? '\n' : '';
  if (file === null) return { exitCode, ...printed, messages: gap + messages };
  const isBad = exitCode === EXIT.badInput || exitCode === EXIT.refused;
  if (isBad && printed.output === '') {
    file.discard();
    return { exitCode, output: '', encoding: 'utf8', messages };
  }
  const problem = file.write(printed.output, printed.encoding);
  if (problem === null) return { exitCode, output: '', encoding: 'utf8', messages };
  const written = result.write?.type === 'written' ? '; the files of the tree were written all the same' : '';
  return { ...badInput(problem), messages: `${messages}${badInput(problem + written).messages}` };
}

/** The end of a run that came to no result: input that can't be read, or that makes no sense together. */
export function deliverFailure(command: MigrateCommand, message: string): Outcome {
  const failure = badInput(message);
  if (command.format !== 'json' || command.outputFile !== null) return failure;
  return { ...failure, output: renderFailure(command, message) };
}
