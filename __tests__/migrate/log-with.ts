import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** A server writes its logs behind the answer: the text of the log once the pattern is in it, or as it is after five seconds. */
export async function logWith(path: string, pattern: RegExp, triesLeft = 100): Promise<string> {
  const text = readFileSync(path, 'latin1');
  if (triesLeft === 0 || pattern.test(text)) return text;
  await setTimeout(50);
  return logWith(path, pattern, triesLeft - 1);
}
