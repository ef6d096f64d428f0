import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One import of one source file, both by their path in the project (`src/text/index.ts`) or by package name. */
export interface SourceImport {
  readonly from: string;
  readonly to: string;
  /** `import type`: gone when the program runs. */
  readonly isType: boolean;
  /** `await import()`: loaded when it is reached. */
  readonly isLazy: boolean;
}

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const IMPORT =
  /^\s*(?:import|export)\s+(type\s)?[^'"`;]*?\bfrom\s*'([^']+)'|^\s*import\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;

/** The TypeScript files below a folder of the project, by their path in it. */
export function sourceFiles(folder: string, names = /\.ts$/): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => names.test(name))
    .map((name) => join(folder, name));
}

export function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

export function importsOf(file: string): SourceImport[] {
  return [...textOf(file).matchAll(IMPORT)].map((match) => {
    const name = match[2] ?? match[3] ?? match[4] ?? '';
    const to = name.startsWith('.') ? relative(ROOT, join(ROOT, dirname(file), name)) : name;
    return { from: file, to, isType: match[1] !== undefined, isLazy: match[4] !== undefined };
  });
}
