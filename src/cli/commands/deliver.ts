import type { MigrateCommand } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { badInput } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';
import type { OutputFile } from '../migrate/output-file.ts';
import { renderMessages } from '../render/render-messages.ts';
import { isForPrograms, renderFailure, renderOutput } from '../render/render-output.ts';
import type { Printed } from '../render/render-output.ts';
import type { MigrateResult } from '../migrate/result.ts';
import type { Terminal } from '../terminal.ts';

/** The end of a run with a result: what is printed where. `files` are those of `--output`. */
export async function deliver(
  result: MigrateResult,
  terminal: Terminal,
  files: readonly OutputFile[],
): Promise<Outcome> {
  const { exitCode, write } = result;
  if (files.length === 0) return deliverToStreams(result, terminal);
  const messages = renderMessages(result, terminal);
  const problems: string[] = [];
  for (const file of files) {
    // One after the other, for each may be large.
    // oxlint-disable-next-line no-await-in-loop
    const printed = await renderOutput(result, terminal, file.format, true);
    const isBad = exitCode === EXIT.badInput || exitCode === EXIT.refused;
    if (isBad && isNothing(printed)) {
      file.discard();
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- see above
    const problem = await file.write(printed.chunks ?? [printed.output], printed.encoding);
    if (problem !== null) problems.push(problem);
  }
  const printed = await textBesides(result, terminal, files);
  if (problems.length === 0) return { exitCode, ...printed, messages };
  const written = write?.type === 'written' ? '; the files of the tree were written' : '';
  const sentences = problems.map((problem) => badInput(problem + written).messages).join('');
  return { ...badInput(''), ...printed, messages: `${messages}${sentences}` };
}

async function deliverToStreams(result: MigrateResult, terminal: Terminal): Promise<Outcome> {
  const { exitCode, command } = result;
  const made = await renderOutput(result, terminal, command.format, false);
  // A pager wants to see how much it is.
  const printed = terminal.out.isTerminal ? await atOnce(made) : made;
  // A program that reads the report needs no second telling.
  const messages = isForPrograms(command.format) ? '' : renderMessages(result, terminal);
  // On a terminal both come out below one another.
  const gap = terminal.out.isTerminal && !isNothing(printed) && messages !== '' ? '\n' : '';
  return { exitCode, ...printed, messages: gap + messages };
}

async function atOnce({ output, chunks = [], encoding }: Printed): Promise<Printed> {
  const parts = [output];
  for await (const chunk of chunks) parts.push(chunk);
  return { output: parts.join(''), encoding };
}

function isNothing({ output, chunks }: Printed): boolean {
  return output === '' && chunks === undefined;
}

/** Who pipes a file through wants its text at the end of the pipe, whatever reports there are besides. */
async function textBesides(
  result: MigrateResult,
  terminal: Terminal,
  files: readonly OutputFile[],
): Promise<Printed> {
  const isTaken = files.some(({ format }) => format === null || format === 'diff');
  if (result.stdin === null || isTaken) return { output: '', encoding: 'utf8' };
  return renderOutput(result, terminal, null, false);
}

/** The end of a run that came to no result: input that can't be read, or that makes no sense together. */
export function deliverFailure(command: MigrateCommand, message: string): Outcome {
  const failure = badInput(message);
  if (command.format === null || command.format === 'diff' || command.outputs.length > 0) return failure;
  return { ...failure, output: renderFailure(command, message) };
}
