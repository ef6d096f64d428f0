import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as optionTable from '../../src/cli/arguments/option-table.ts';
import { EXIT } from '../../src/cli/exit-code.ts';
import { PROJECT } from '../cli/run-program.ts';
import { KNOWS_ONLY, RANK } from '../rooms.ts';
import { DOCUMENTS } from './documents.ts';
import { readBlocks } from './read-blocks.ts';

const textOf = (name: string): string => readFileSync(join(PROJECT, name), 'utf8');

/** The cells of the table rows below a heading, up to the next one. */
function rowsBelow(name: string, heading: string): string[][] {
  const [, below = ''] = textOf(name).split(`\n## ${heading}\n`);
  const [section = ''] = below.split('\n## ');
  return section.split('\n').flatMap((line) => {
    const cells = line.startsWith('|') ? line.split(/(?<!\\)\|/).slice(1, -1) : [];
    return cells.length === 0 ? [] : [cells.map((cell) => cell.trim())];
  });
}

test('docs/reference.md lists every option, and none that there is not', () => {
  const cells = rowsBelow('docs/reference.md', 'Options').map(([first = '']) => first);
  const listed = new Set(cells.join(' ').match(/(?<=`)--?[\w-]+/g) ?? []);
  for (const known of ['--help', '-h', '--version', '--no-color', '--no-cache', '-j', '-q', '-v', '-i'])
    listed.delete(known);
  const options = Object.values(optionTable).flatMap((group) => Object.keys(group));
  const names = options.map((name) => (name.length === 1 ? `-${name}` : `--${name}`));
  expect([...listed].toSorted()).toEqual([...new Set(names)].toSorted());
});

test('docs/guide.md lists every exit code', () => {
  const codes = rowsBelow('docs/guide.md', 'Exit codes').map(([code]) => Number(code));
  expect(codes.filter((code) => !Number.isNaN(code))).toEqual(Object.values(EXIT).toSorted());
});

test('ARCHITECTURE.md has the rooms as they are enforced', () => {
  const rows = rowsBelow('ARCHITECTURE.md', 'The rooms').filter(([height]) => /^\d+$/.test(height ?? ''));
  const names = (cell: string | undefined): string[] => cell?.match(/(?<=`)\w+(?=`)/g) ?? [];
  const told = rows.map(([height, room, , only]) => [names(room)[0], Number(height), names(only)]);
  const enforced = Object.entries(RANK).map(([room, height]) => [room, height, KNOWS_ONLY[room] ?? []]);
  const byName = (a: unknown[], b: unknown[]): number => (String(a[0]) < String(b[0]) ? -1 : 1);
  expect(told.toSorted(byName)).toEqual(enforced.toSorted(byName));
});

describe.each(DOCUMENTS)('%s', (name) => {
  test('leads to files and headings that are there', () => {
    const links = [...withoutBlocks(name).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to);
    expect(links.filter((to) => !isThere(to, name))).toEqual([]);
  });
});

function withoutBlocks(name: string): string {
  const text = textOf(name);
  return readBlocks(text).reduceRight(
    (rest, block) => rest.slice(0, block.start) + rest.slice(block.start + block.text.length),
    text,
  );
}

function isThere(to: string, from: string): boolean {
  if (/^https?:/.test(to)) return true;
  const [path = '', anchor] = to.split('#');
  const file = path === '' ? from : join(dirname(from), path);
  if (!existsSync(join(PROJECT, file))) return false;
  return anchor === undefined || anchorsOf(file).includes(anchor);
}

/** As the headings of a Markdown file are made into anchors. */
function anchorsOf(name: string): string[] {
  const headings = withoutBlocks(name).match(/^#+ .*$/gm) ?? [];
  return headings.map((heading) =>
    heading
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
