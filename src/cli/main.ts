// cli: what is typed, what is printed, what the exit code is. The only room that knows of the process it runs in.
import { apologize } from './apologize.ts';
import type { Command, UsageProblem } from './command.ts';
import { obeyDeferredSignal } from './deferred-signals.ts';
import { badUsage, printed } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { openStreams, showInPager } from './streams.ts';

/** What this program calls itself with, to work on one of many servers (cli/fleet/workers.ts). */
const WORKER_WORD = '--fleet-worker';

/** Runs the command line (without the program's name), prints what it has to say and returns the exit code. */
export async function main(argv: readonly string[], streams = openStreams()): Promise<number> {
  try {
    const outcome = await run(argv);
    if (!showInPager(outcome.output, outcome.encoding)) await streams.out(outcome.output, outcome.encoding);
    for await (const chunk of outcome.chunks ?? []) {
      if (streams.isClosed()) break;
      await streams.out(chunk, outcome.encoding);
    }
    // Last, so that on a terminal the summary stands below the diff.
    await streams.err(await fitted(outcome.messages + (outcome.lastWords?.() ?? '')));
    outcome.whenPrinted?.();
    await obeyDeferredSignal((text) => streams.err(text));
    return await streams.finish(outcome.exitCode);
  } catch (error) {
    const outcome = apologize(error);
    await streams.err(outcome.messages);
    return outcome.exitCode;
  }
}

/** On a terminal no line breaks in the middle of a word. */
async function fitted(messages: string): Promise<string> {
  if (messages === '' || process.stderr.isTTY !== true) return messages;
  const { wrapLines } = await import('../report/index.ts');
  return wrapLines(messages, Math.max(40, process.stderr.columns || 80));
}

async function run(argv: readonly string[]): Promise<Outcome> {
  if (argv[0] === WORKER_WORD && process.send !== undefined) {
    const { runWorker } = await import('./fleet/worker-process.ts');
    await runWorker();
    return printed('');
  }
  const { parseCommandLine } = await import('./arguments/parse-command-line.ts');
  return runCommand(await parseCommandLine(argv));
}

async function runCommand(command: Command | UsageProblem): Promise<Outcome> {
  switch (command.name) {
    case 'help':
      return printed(`${command.text}\n`);
    case 'usage-problem':
      return badUsage(command.message);
    case 'migrate':
      return (await import('./commands/migrate.ts')).runMigrate(command);
    case 'print-config':
      return (await import('./commands/print-config.ts')).runPrintConfig(command);
    case 'rules':
      return (await import('./commands/rules.ts')).runRules(command);
    case 'tree':
      return (await import('./commands/tree.ts')).runTree(command);
    case 'collect':
      return (await import('./commands/collect.ts')).runCollect(command);
    case 'verify':
      return (await import('./commands/verify.ts')).runVerify(command);
    case 'who':
      return (await import('./commands/who.ts')).runWho(command);
    case 'requests':
      return (await import('./commands/requests.ts')).runRequests(command);
    case 'undo':
      return (await import('./commands/undo.ts')).runUndo(command);
    case 'status':
      return (await import('./commands/status.ts')).runStatus(command);
    case 'completion':
      return printed((await import('./completion/completion-script.ts')).completionScript(command.shell));
    case 'man':
      return printed((await import('./arguments/man-page.ts')).manPage());
    case 'explain':
      return (await import('./commands/explain.ts')).runExplain(command);
  }
}
