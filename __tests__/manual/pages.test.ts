import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { manualPages } from '../../src/manual/index.ts';
import { readFixtures } from '../../src/testing/index.ts';
import { transforms } from '../../transforms/index.ts';

const root = join(import.meta.dirname, '../..');
const pages = manualPages({ transforms, fixtures: readFixtures(join(root, '__fixtures__/transforms')) });

test('docs/rules and docs/coverage.md are current (else: node tools/make-rule-docs.mjs)', () => {
  const paths = readdirSync(join(root, 'docs/rules')).map((name) => `docs/rules/${name}`);
  const current = (path: string) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null;
  const stale = pages.filter(({ path, text }) => current(path) !== text).map(({ path }) => path);
  const gone = paths.filter((path) => !pages.some((page) => page.path === path));
  expect({ 'run node tools/make-rule-docs.mjs for': [...stale, ...gone] }).toEqual({
    'run node tools/make-rule-docs.mjs for': [],
  });
});

test('links of the pages lead somewhere', () => {
  const anchors = new Map(pages.map(({ path, text }) => [path, headingsOf(text)]));
  for (const { path, text } of pages) {
    for (const [, target = ''] of text.matchAll(/\]\(([^)]+)\)/g)) {
      const [file = '', anchor] = target.split('#');
      const found = join(dirname(path), file);
      const exists = anchors.has(found) || existsSync(join(root, found));
      expect([path, target, exists]).toEqual([path, target, true]);
      if (anchor !== undefined) expect(anchors.get(found)).toContain(anchor);
    }
  }
});

test('tables have as many cells in each row', () => {
  for (const { path, text } of pages) {
    for (const block of text.split('\n\n').filter((each) => each.startsWith('| '))) {
      const widths = block
        .trim()
        .split('\n')
        .map((line) => line.match(/(?<!\\)\|/g)?.length);
      expect([path, new Set(widths).size]).toEqual([path, 1]);
    }
  }
});

function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map((match) => match[1] ?? '');
}
