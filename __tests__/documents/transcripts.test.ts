import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PROJECT, rejectStaleBuild } from '../cli/run-program.ts';
import { DOCUMENTS } from './documents.ts';
import { readBlocks, readSteps, withOutputs } from './read-blocks.ts';
import type { Step } from './read-blocks.ts';
import { openShell } from './run-shell.ts';
import type { RunShell } from './run-shell.ts';
import { someOf } from '../effort.ts';

// UPDATE_DOCUMENTS=1 npm run jest -- __tests__/documents writes down what the commands print; then read the diff.
const updates = process.env['UPDATE_DOCUMENTS'] === '1';

beforeAll(rejectStaleBuild);

describe.each(updates ? DOCUMENTS : someOf(DOCUMENTS, 4))('%s', (name) => {
  const path = join(PROJECT, name);
  const markdown = readFileSync(path, 'latin1');
  const blocks = readBlocks(markdown);
  const consoles = blocks.filter(({ language }) => language === 'console');
  const steps = new Map(consoles.map((block) => [block, readSteps(block.text)] as const));
  const printed = new Map<Step, string>();
  let run: RunShell;

  beforeAll(() => {
    const files = blocks.flatMap(({ file, text }) => (file === null ? [] : [[file, text] as const]));
    run = openShell(Object.fromEntries(files));
  });

  afterAll(() => {
    if (updates) writeFileSync(path, withOutputs(markdown, steps, printed), 'latin1');
  });

  test('has its blocks fenced as they are read here', () => {
    expect(blocks).toHaveLength((markdown.match(/^ *```/gm) ?? []).length / 2);
  });

  for (const all of steps.values()) {
    for (const step of all) {
      test(`$ ${step.command.trimEnd()}`, () => {
        const output = endLine(run(step.command));
        printed.set(step, output);
        if (!updates) expect(step.output).toBe(output);
      });
    }
  }
});

function endLine(output: string): string {
  return output === '' || output.endsWith('\n') ? output : `${output}\n`;
}

test('what did not run keeps its output when the others are written down', () => {
  const markdown = 'A\n\n```console\n$ one\nold 1\n$ two\nold 2\n```\n\n```console\n$ three\nold 3\n```\n';
  const blocks = readBlocks(markdown);
  const steps = new Map(blocks.map((block) => [block, readSteps(block.text)] as const));
  const [, two] = [...steps.values()].flat();
  expect(withOutputs(markdown, steps, new Map())).toBe(markdown);
  expect(withOutputs(markdown, steps, new Map([[two!, 'new\n']]))).toBe(markdown.replace('old 2', 'new'));
});
