// Templates that ask more than can be gone through together, in sections that no request meets together.
import { expect, test } from '@jest/globals';
import { proveParts } from '../../src/access/index.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../src/model/index.ts';
import type { ServerModel } from '../../src/model/index.ts';
import { targetProfile } from '../../src/target/index.ts';
import { cpuSeconds } from '../cpu-seconds.ts';
import { differencesOf, migrateText } from './migrate-template.ts';

const NUMBERS = [0, 1, 2, 3, 4, 5, 6, 7];
const SHUT = 'Order deny,allow\nDeny from all';
const choices = NUMBERS.map(
  (n) => `<Location /l${n}>\n${SHUT}\n{% if n${n} %}\nAllow from all\n{% endif %}\n</Location>\n`,
).join('');
const values = NUMBERS.map((n) => `<Location /l${n}>\n${SHUT}\nAllow from {{ n${n} }}\n</Location>\n`).join(
  '',
);

test('eight choices', () => {
  const { after, told } = migrateText(choices, 'x.conf.j2');
  expect([told, /Order|Allow|Deny/.test(after)]).toEqual([[], false]);
  for (const kept of [/[0246]/, /[157]/, /./, /x/]) {
    const [old = '', made = ''] = [choices, after].map((text) =>
      text.replaceAll(/\{% if n(\d) %\}\n([^]*?)\{% endif %\}\n/g, (_, n: string, lines: string) => {
        const [chosen = '', other = ''] = lines.split('{% else %}\n');
        return kept.test(n) ? chosen : other;
      }),
    );
    expect(differencesOf(old, made)).toEqual([]);
  }
});

test('eight values that are a list or all', () => {
  const assumed = new Map(NUMBERS.map((n) => [`n${n}`, 'addresses-or-all' as const]));
  const { after, told } = migrateText(values, 'x.conf.j2', assumed);
  expect([told, /Order|Allow|Deny/.test(after)]).toEqual([[], false]);
  const fill = (text: string) =>
    text.replaceAll(/\{\{ n(\d) \}\}/g, (_, n: string) => (Number(n) % 2 === 0 ? 'all' : `10.${n}.0.0/16`));
  expect(differencesOf(fill(values), fill(after))).toEqual([]);
});

test('sections within a hundred others have a name, too', () => {
  const nested = (rules: string) =>
    `${'<Directory /srv>\n'.repeat(100)}${rules}\n${'</Directory>\n'.repeat(100)}`;
  const [old, made, wrong] = [SHUT, 'Require all denied', 'Require all granted'].map((rules) =>
    modelOf(nested(rules)),
  ) as [ServerModel, ServerModel, ServerModel];
  expect(proveParts(old, made, 'exact').type).toBe('proven');
  expect(proveParts(old, wrong, 'exact').type).toBe('different');
});

test('one wrong answer among them is found', () => {
  const { after } = migrateText(choices, 'x.conf.j2');
  expect(proveParts(modelOf(choices), modelOf(after), 'exact').type).toBe('proven');
  const wrong = after.replace(/(<Location \/l5>[^]*?)Require all denied/, '$1Require all granted');
  expect(wrong).not.toBe(after);
  expect(proveParts(modelOf(choices), modelOf(wrong), 'exact').type).toBe('different');
});

test('a loop of many thousands of tags takes no longer for each of them', () => {
  const secondsFor = (tags: number) => {
    const lines = `${'<% next if name == 1 %>\n'.repeat(tags)}${'<% a = 1 %>\n'.repeat(tags)}`;
    const loop = `<% @names.each do |name| %>\n${lines}Allow from all\n<% end %>\n`;
    const text = `<Location />\n${loop}</Location>\n`;
    return cpuSeconds(() => expect(migrateText(text, 'x.conf.erb').told).toEqual([]));
  };
  secondsFor(100);
  expect(secondsFor(8000)).toBeLessThan(secondsFor(1000) * 20 + 2);
});

function modelOf(text: string): ServerModel {
  const path = '/srv/conf/x.conf.j2';
  const model = buildModel({ path, target: targetProfile('stock') }, createMemoryReader({ [path]: text }));
  if (isModelFailure(model)) throw new Error(model.message);
  return model;
}
