import { describe, expect, test } from '@jest/globals';
import { directives22, directives24, fates, modules } from '../../src/catalog/index.ts';
import { explainTopic } from '../../src/explain/index.ts';
import { renderArticle } from '../../src/cli/render/render-article.ts';
import { transforms } from '../../transforms/index.ts';

// What `explain` prints of each directive, module and transform is read by people on a terminal: no telegrams, no Markdown.

const page = (topic: string): string =>
  explainTopic(topic, transforms)
    .map((article) => renderArticle(article, false, 80))
    .join('\n');

const NAMES = [
  ...new Set([...directives22(), ...directives24()].map(({ name }) => name)),
  ...modules().map(({ identifier }) => identifier),
  ...transforms.map(({ id }) => id),
];

describe('a page of explain', () => {
  test('has no links of Markdown, and a heading with something below it', () => {
    const odd = NAMES.filter((name) => /\]\(|\bundefined\b|\n\n\n/.test(page(name)));
    expect(odd).toEqual([]);
  });

  test('says what there is to know of a directive in whole sentences', () => {
    const notes = fates().flatMap(({ name, note }) => (note === null ? [] : [`${name}: ${note}`]));
    expect(notes.length).toBeGreaterThan(100);
    expect(notes.filter((note) => !/^\w+: (?:[A-Z0-9`]|mod_).*\.$/.test(note))).toEqual([]);
  });

  test('does not say that what both versions refuse works, nor how to load what is always there', () => {
    for (const { name } of fates().filter(({ isRefusedByBoth }) => isRefusedByBoth)) {
      expect(page(name)).not.toContain('Works as in 2.2');
    }
    expect(page('so_module')).not.toContain('LoadModule so_module');
    expect(page('MergeSlashes')).toContain('It came with 2.4.39.');
  });

  test('of a row with one transform is the page of that, once', () => {
    expect(page('module-cache-disk')).toBe(page('rename-modules'));
  });
});
