import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PROJECT, rejectStaleBuild } from '../cli/run-program.ts';
import { DOCUMENTS } from './documents.ts';
import { printSteps, readBlocks, readSteps } from './read-blocks.ts';
import type { Block, Step } from './read-blocks.ts';
import { openShell } from './run-shell.ts';
import type { RunShell } from './run-shell.ts';

// UPDATE_DOCUMENTS=1 npm run jest -- __tests__/documents writes down what the commands print; then read the diff.
const updates = process.env['UPDATE_DOCUMENTS'] === '1';

beforeAll(rejectStaleBuild);

describe.each(DOCUMENTS)('%s', (name) => {
  const path = join(PROJECT, name);
  const markdown = readFileSync(path, 'latin1');
  const blocks = readBlocks(markdown);
  const consoles = blocks.filter(({ language }) => language === 'console');
  const printed = new Map<Block, Step[]>();
  let run: RunShell;

  beforeAll(() => {
    const files = blocks.flatMap(({ file, text }) => (file === null ? [] : [[file, text] as const]));
    run = openShell(Object.fromEntries(files));
  });

  afterAll(() => {
    if (updates) writeFileSync(path, withOutputs(markdown, printed), 'latin1');
  });

  test('has its blocks fenced as they are read here', () => {
    expect(blocks).toHaveLength((markdown.match(/^ *```/gm) ?? []).length / 2);
  });

  for (const block of consoles) {
    for (const step of readSteps(block.text)) {
      test(`$ ${step.command.trimEnd()}`, () => {
        const output = endLine(run(step.command));
        printed.set(block, [...(printed.get(block) ?? []), { ...step, output }]);
        if (!updates) expect(step.output).toBe(output);
      });
    }
  }
});

function endLine(output: string): string {
  return output === '' || output.endsWith('\n') ? output : `${output}\n`;
}

function withOutputs(markdown: string, printed: ReadonlyMap<Block, readonly Step[]>): string {
  let text = markdown;
  for (const [{ start, text: old }, steps] of [...printed].toReversed()) {
    text = text.slice(0, start) + printSteps(steps) + text.slice(start + old.length);
  }
  return text;
}
