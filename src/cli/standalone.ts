// The program as one file: what tools/build-standalone.mjs bundles for machines without this package, or without Node.
import { main } from './main.ts';

// In a function: a single executable application runs CommonJS, which has no await outside of one.
async function start(): Promise<void> {
  process.exitCode = await main(process.argv.slice(2));
}

void start();
