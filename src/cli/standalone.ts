// The program as one file: what tools/build-standalone.mjs bundles for machines without this package, or without Node.
import { start } from './start.ts';

// In a function: a single executable application runs CommonJS, which has no await outside of one.
async function run(): Promise<void> {
  process.exitCode = await start(process.argv.slice(2));
}

void run();
