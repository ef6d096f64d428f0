// How Node loads the tests, and the sources that they import: registered by runtime.cjs, in a thread of its own.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compile } from './compile.cjs';

const globals = new URL('globals.mjs', import.meta.url).href;

export function resolve(specifier, context, next) {
  return specifier === '@jest/globals' ? { url: globals, shortCircuit: true } : next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const path = fileURLToPath(url);
  const { code } = await compile(await readFile(path, 'utf8'), path);
  return { format: 'module', source: code, shortCircuit: true };
}
