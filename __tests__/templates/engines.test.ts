// Migrate, then render, is render, then migrate: shown by the engines themselves.
import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import type { AssumedKind } from '../../src/model/index.ts';
import type { Values } from './engines.ts';
import { hasEngine, rendererOf } from './engines.ts';
import { differencesOf, migrateText } from './migrate-template.ts';

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

describe.each(endings)('%s', (ending) => {
  const testIfThere = hasEngine(ending) ? test : test.skip;

  testIfThere.each(names.filter((name) => name.endsWith(`.${ending}`)))('%s', (name) => {
    const before = readFileSync(`${FOLDER}/${name}`, 'latin1');
    const example = JSON.parse(readFileSync(`${FOLDER}/${name}.json`, 'utf8')) as Example;
    const { after, told } = migrateText(before, name, new Map(Object.entries(example.assume ?? {})));
    expect(after).toMatchSnapshot();
    expect(OLD.test(after)).toBe(example.becomes === 'part');
    expect(told).toHaveLength(example.told?.length ?? 0);
    for (const [i, subject] of (example.told ?? []).entries()) expect(told[i]).toContain(subject);
    const jobs = [before, after].flatMap((text) => example.values.map((values) => [text, values] as const));
    const rendered = rendererOf(ending)(jobs);
    for (const [i] of example.values.entries()) {
      const [old = '', made = ''] = [rendered[i], rendered[i + example.values.length]];
      expect(differencesOf(old, made)).toEqual([]);
      // A text that was migrated, then rendered, has nothing left that the rendering's own migration would change.
      if (example.becomes === 'whole') expect(differencesOf(old, migrateText(old).after)).toEqual([]);
    }
  });
});
