// Migrate, then render, is render, then migrate: shown by the engines themselves.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import type { AssumedKind } from '../../src/model/index.ts';
import type { Values } from './engines.ts';
import { hasEngine, rendererOf } from './engines.ts';
import { differencesOf, migrateText } from './migrate-template.ts';
import { EFFORT } from '../effort.ts';

const FOLDER = '__fixtures__/templates';

interface Example {
  readonly assume?: Readonly<Record<string, AssumedKind>>;
  /** `part`: what `told` names stays as it is. */
  readonly becomes: 'whole' | 'part';
  readonly told?: readonly string[];
  readonly values: readonly Values[];
}

const names = readdirSync(FOLDER).filter((name) => !name.endsWith('.json'));
const endings = [...new Set(names.map((name) => name.slice(name.lastIndexOf('.') + 1)))];
const OLD = /^\s*(?:Order|Allow|Deny|Satisfy|MaxClients|MaxRequestsPerChild)\b/im;

interface Template {
  readonly name: string;
  readonly before: string;
  readonly example: Example;
  readonly migrated: ReturnType<typeof migrateText>;
}

function readTemplate(name: string): Template {
  const before = readFileSync(`${FOLDER}/${name}`, 'latin1');
  const example = JSON.parse(readFileSync(`${FOLDER}/${name}.json`, 'utf8')) as Example;
  const migrated = migrateText(before, name, new Map(Object.entries(example.assume ?? {})));
  return { name, before, example, migrated };
}

/** What the engine makes of each template, with each of its values, and of what becomes of it: it is started once for all. */
function renderAll(
  ending: string,
  templates: readonly Template[],
): Map<Template, [before: string, after: string][]> {
  const jobs = templates.flatMap(({ before, example: { values }, migrated: { after } }) =>
    values.flatMap((each) => [[before, each] as const, [after, each] as const]),
  );
  const rendered = rendererOf(ending)(jobs);
  const next = (): [string, string] => [rendered.shift() ?? '', rendered.shift() ?? ''];
  return new Map(templates.map((template) => [template, template.example.values.map(next)]));
}

describe.each(endings)('%s', (ending) => {
  // Puppet takes a quarter of a minute to start: not for a sample.
  const isThere = hasEngine(ending) && (EFFORT !== 'sample' || ending !== 'epp');
  const testIfThere = isThere ? test : test.skip;
  const templates = names.filter((name) => name.endsWith(`.${ending}`)).map(readTemplate);
  let rendered: ReturnType<typeof renderAll>;

  beforeAll(() => {
    if (isThere) rendered = renderAll(ending, templates);
  });

  testIfThere.each(templates.map((template) => [template.name, template] as const))('%s', (_, template) => {
    const { example, migrated } = template;
    const { after, told } = migrated;
    expect(after).toMatchSnapshot();
    expect(OLD.test(after)).toBe(example.becomes === 'part');
    expect(told).toHaveLength(example.told?.length ?? 0);
    for (const [i, subject] of (example.told ?? []).entries()) expect(told[i]).toContain(subject);
    const pairs = rendered.get(template) ?? [];
    expect(pairs).toHaveLength(example.values.length);
    for (const [old, made] of pairs) {
      expect(differencesOf(old, made)).toEqual([]);
      // A text that was migrated, then rendered, has nothing left that the rendering's own migration would change.
      if (example.becomes === 'whole') expect(differencesOf(old, migrateText(old).after)).toEqual([]);
    }
  });
});
