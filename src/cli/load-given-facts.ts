import { readFileSync } from 'node:fs';
import { readEnvironmentFile } from '../model/index.ts';
import type { ModelRequest } from '../model/index.ts';
import { printable } from '../report/index.ts';
import { readBuiltIn22 } from '../target/index.ts';
import type { EnvironmentWish, ReadOptions } from './command.ts';

/** What the user says of the 2.2 server that its files do not say. */
export interface GivenFacts extends Pick<ModelRequest, 'builtIn22'> {
  readonly environment: Readonly<Record<string, string>>;
}

/** What `--env`, `--env-file` and `--modules` say, or a sentence about a file that can't be read, or is none of that. */
export function loadGivenFacts({
  environment: wish,
  modules,
}: Pick<ReadOptions, 'environment' | 'modules'>): GivenFacts | string {
  const environment = loadEnvironment(wish);
  if (typeof environment === 'string') return environment;
  if (modules === null) return { environment };
  const builtIn22 = loadModules(modules);
  return typeof builtIn22 === 'string' ? builtIn22 : { environment, builtIn22 };
}

function loadEnvironment({ values, files }: EnvironmentWish): Record<string, string> | string {
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

function loadModules(path: string): readonly string[] | string {
  const text = textOf(path);
  if (text === null) return `${printable(path)} (--modules) can't be read`;
  const { builtIn, notIn22 } = readBuiltIn22(text);
  if (builtIn.length === 0) {
    return `${printable(path)} (--modules) has no line as httpd -M or httpd -l prints for a module that is compiled in, such as "core_module (static)" or "  core.c"`;
  }
  const [foreign] = notIn22;
  if (foreign === undefined) return builtIn;
  return `${printable(path)} (--modules) lists ${foreign}, which 2.2 does not have: give what the old server's httpd -M prints`;
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return null;
  }
}
