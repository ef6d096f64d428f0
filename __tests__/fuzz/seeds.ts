import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LARGEST = 16 * 1024;

/** The texts of the fixtures, one character per byte, each once: what a fuzz run starts from. */
export function seedTexts(fixtures: string): string[] {
  const texts = new Set<string>();
  for (const name of readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (!/(?:^|\/)(?:input|before)(?:\/|\.)/.test(name)) continue;
    const path = join(fixtures, name);
    const found = lstatSync(path);
    if (found.isFile() && found.size > 0 && found.size <= LARGEST) texts.add(readFileSync(path, 'latin1'));
  }
  return [...texts];
}
