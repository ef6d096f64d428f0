// Where the program starts. What it can print without thinking it prints at once; all else is loaded first, whole and compiled when it was
// built (tools/precompile.mjs).
import packageJson from '../../package.json' with { type: 'json' };
import { readyHelp } from './arguments/ready-help.ts';
import { EXIT } from './exit-code.ts';
import { openStreams, showInPager } from './streams.ts';
import { tuneEngine } from './tune-engine.ts';

/** Runs the command line (without the program's name), prints what it has to say and returns the exit code. */
export async function start(argv: readonly string[]): Promise<number> {
  const ready = argv.length === 1 ? readyOutput(argv[0]!) : null;
  if (ready !== null) return printReady(ready);
  // Before anything is compiled: V8 takes what was compiled under the same flags only.
  tuneEngine();
  const { main } = await import('./main.ts');
  return main(argv);
}

function readyOutput(word: string): string | null {
  if (word === '--version') return `${packageJson.version}\n`;
  return word === '--help' || word === '-h' ? readyHelp() : null;
}

async function printReady(output: string): Promise<number> {
  const streams = openStreams();
  if (!showInPager(output, 'utf8')) await streams.out(output, 'utf8');
  return streams.finish(EXIT.done);
}
