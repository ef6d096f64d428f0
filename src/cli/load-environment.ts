import { readFileSync } from 'node:fs';
import { readEnvironmentFile } from '../model/index.ts';
import { printable } from '../report/index.ts';
import type { EnvironmentWish } from './command.ts';

/** What `${NAME}` stands for as the user says, or a sentence about a file that can't be read. */
export function loadEnvironment({ values, files }: EnvironmentWish): Record<string, string> | string {
  const loaded: Record<string, string> = {};
  for (const path of files) {
    const text = textOf(path);
    if (text === null) return `${printable(path)} (--env-file) can't be read`;
    for (const [name, value] of readEnvironmentFile(text)) {
      loaded[name] = Buffer.from(value, 'latin1').toString('utf8');
    }
  }
  return { ...loaded, ...values };
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return null;
  }
}
