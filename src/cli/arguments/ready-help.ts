import { readFileSync } from 'node:fs';

/** What `--help` prints, laid out by yargs when the program was built; null if that file is not there. */
export function readyHelp(): string | null {
  // On a narrow terminal it is laid out anew.
  if ((process.stdout.columns ?? 80) < 80) return null;
  try {
    return readFileSync(new URL('help.txt', import.meta.url), 'utf8');
  } catch {
    return null;
  }
}
