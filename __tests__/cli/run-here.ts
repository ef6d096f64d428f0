import { dirname } from 'node:path';
import { main } from '../../src/cli/main.ts';
import type { Ran, RunOptions } from './run-program.ts';

/**
 * What the program says, as `runProgram` has it, without the start of a program: in this process. For words that neither write, nor read
 * standard input, nor name several servers, for which it starts itself; each command has tests of the built program besides.
 */
export async function runHere(
  words: readonly string[],
  { folder, env = {} }: Pick<RunOptions, 'folder' | 'env'>,
): Promise<Ran> {
  const putBack = pretend(folder, env);
  let stdout = '';
  let stderr = '';
  const streams = {
    out: async (text: string, encoding: 'latin1' | 'utf8') => {
      stdout += encoding === 'latin1' ? text : Buffer.from(text, 'utf8').toString('latin1');
    },
    isClosed: () => false,
    err: async (text: string) => {
      stderr += text;
    },
    finish: async (exitCode: number) => exitCode,
  };
  try {
    const exitCode = await main(words, streams);
    return { exitCode, stdout, stderr };
  } finally {
    putBack();
  }
}

/** The folder, the environment and the streams of a program of its own. */
function pretend(folder: string, env: Readonly<Record<string, string>>): () => void {
  const here = process.cwd();
  const before = { ...process.env };
  const { PATH = '', XDG_STATE_HOME = '' } = before;
  const restored = [process.stdout, process.stderr].map(noTerminal);
  process.chdir(folder);
  setEnvironment({ PATH: `${dirname(process.execPath)}:${PATH}`, XDG_STATE_HOME, ...env });
  return () => {
    process.chdir(here);
    setEnvironment(before);
    for (const restore of restored) restore();
  };
}

function setEnvironment(values: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) if (!(name in values)) delete process.env[name];
  Object.assign(process.env, values);
}

/** A pipe of a width that is not known: jest's own streams may be a terminal, or a file. */
function noTerminal(stream: NodeJS.WriteStream): () => void {
  const pretended = { isTTY: false, columns: undefined, fd: -1 };
  const before = Object.keys(pretended).map(
    (key) => [key, Object.getOwnPropertyDescriptor(stream, key)] as const,
  );
  for (const [key, value] of Object.entries(pretended)) {
    Object.defineProperty(stream, key, { value, configurable: true, writable: true });
  }
  return () => {
    for (const [key, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(stream, key);
      else Object.defineProperty(stream, key, descriptor);
    }
  };
}
