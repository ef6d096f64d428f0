import { dirname, join, relative } from 'node:path';
import { ROOT, sourceFiles, textOf } from './source-imports.ts';

/** A name that a file gives to others. */
export interface Export {
  readonly file: string;
  readonly name: string;
}

interface SourceFile {
  /** By the name under which it is given away: where it comes from, if that is another file. */
  readonly given: ReadonlyMap<string, { readonly from: string; readonly name: string } | null>;
  /** Files all of whose names are given on. */
  readonly whole: readonly string[];
  /** Names taken of other files; `*`: any. */
  readonly taken: readonly { readonly from: string; readonly name: string }[];
}

const DECLARED = /^export (?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|enum) (\w+)/gm;
const LISTED = /^(export|import)( type)?(?: \w+,)? ?\{([^}]*)\}(?: from '([^']+)')?/gm;
const WHOLE = /^(export|import)(?: type)? \*(?: as \w+)? from '([^']+)'/gm;
const LAZY = /\bimport\(\s*'([^']+)'\s*\)/g;

/**
 * The functions and values that source files give to others and nobody takes, tests and tools included. Types are free: they are what others
 * are given as. @param entries what is given to the world
 */
export function unusedExports(entries: readonly string[]): Export[] {
  const sources = ['src', 'transforms'].flatMap((folder) => sourceFiles(folder));
  const others = ['__tests__', 'tools', 'bench', 'bin'].flatMap((folder) =>
    sourceFiles(folder, /\.m?[jt]s$/),
  );
  const files = new Map([...sources, ...others].map((file) => [file, readSource(file)]));
  const used = new Set<string>();
  const use = (file: string, name: string): void => {
    const key = `${file} ${name}`;
    if (used.has(key)) return;
    used.add(key);
    const source = files.get(file);
    if (name === '*') for (const each of source?.given.keys() ?? []) use(file, each);
    const origin = source?.given.get(name);
    if (origin) use(origin.from, origin.name);
    if (origin === undefined || name === '*') for (const each of source?.whole ?? []) use(each, name);
  };
  for (const entry of entries) use(entry, '*');
  for (const { taken } of files.values()) for (const { from, name } of taken) use(from, name);
  return sources
    .flatMap((file) => [...files.get(file)!.given.keys()].map((name) => ({ file, name })))
    .filter(({ file, name }) => !used.has(`${file} ${name}`));
}

function readSource(file: string): SourceFile {
  const text = textOf(file);
  const place = (name: string): string => relative(ROOT, join(ROOT, dirname(file), name));
  const given = new Map<string, { from: string; name: string } | null>();
  for (const [, name = ''] of text.matchAll(DECLARED)) given.set(name, null);
  const taken: { from: string; name: string }[] = [];
  for (const [, verb, isType, list = '', from] of text.matchAll(LISTED)) {
    for (const word of list.split(',')) {
      if (isType !== undefined || word.trim().startsWith('type ')) continue;
      const [name = '', alias = name] = word.trim().split(' as ');
      if (name === '') continue;
      if (verb === 'export') given.set(alias, from === undefined ? null : { from: place(from), name });
      else if (from !== undefined) taken.push({ from: place(from), name });
    }
  }
  const whole: string[] = [];
  for (const [, verb, from = ''] of text.matchAll(WHOLE)) {
    if (verb === 'export') whole.push(place(from));
    else taken.push({ from: place(from), name: '*' });
  }
  // What is loaded late is taken by names that stand in the file somewhere.
  for (const [, from = ''] of text.matchAll(LAZY)) {
    for (const [name] of text.matchAll(/\b\w+\b/g)) taken.push({ from: place(from), name });
  }
  return { given, whole, taken };
}
