// How Node loads the tests, and the sources that they import: registered by runtime.cjs, in a thread of its own. What lies below __tests__
// is loaded anew for each file of tests, for it may keep state and ask for hooks; the number behind the `?` says for which.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compile } from './compile.cjs';

const tests = new URL('../../__tests__/', import.meta.url).href;
const globals = new URL('globals.mjs', import.meta.url).href;

export async function resolve(specifier, context, next) {
  const number = /\?\d+$/.exec(context.parentURL ?? '')?.[0] ?? '';
  if (specifier === '@jest/globals') return { url: `${globals}${number}`, shortCircuit: true };
  const resolved = await next(specifier, context);
  return resolved.url.startsWith(tests) && number !== '' && !/\?\d+$/.test(resolved.url)
    ? { ...resolved, url: `${resolved.url}${number}` }
    : resolved;
}

export async function load(url, context, next) {
  if (!/\.ts(?:\?\d+)?$/.test(url)) return next(url, context);
  const path = fileURLToPath(url);
  const { code } = await compile(await readFile(path, 'utf8'), path);
  return { format: 'module', source: code, shortCircuit: true };
}
