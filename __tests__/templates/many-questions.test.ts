// Templates that ask more than can be gone through together, in sections that no request meets together.
import { expect, test } from '@jest/globals';
import { proveParts } from '../../src/access/index.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../src/model/index.ts';
import type { ServerModel } from '../../src/model/index.ts';
import { targetProfile } from '../../src/target/index.ts';
import { RenderedTexts, renderingWays } from '../../src/migrate/rendering-ways.ts';
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
  expect(proveParts({ before: old, after: made, semantics: 'exact' }).type).toBe('proven');
  expect(proveParts({ before: old, after: wrong, semantics: 'exact' }).type).toBe('different');
});

test('one wrong answer among them is found', () => {
  const { after } = migrateText(choices, 'x.conf.j2');
  expect(proveParts({ before: modelOf(choices), after: modelOf(after), semantics: 'exact' }).type).toBe(
    'proven',
  );
  const wrong = after.replace(/(<Location \/l5>[^]*?)Require all denied/, '$1Require all granted');
  expect(wrong).not.toBe(after);
  expect(proveParts({ before: modelOf(choices), after: modelOf(wrong), semantics: 'exact' }).type).toBe(
    'different',
  );
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

/** A choice with so many branches, each with a list of its own, and one more for all else. */
function choiceOf(branches: number): string {
  const lines = Array.from(
    { length: branches },
    (_, n) => `<% ${n === 0 ? 'if' : 'elsif'} @x == ${n} %>\nAllow from 10.${n >> 8}.${n & 255}\n`,
  );
  return `<Location /a>\n${SHUT}\n${lines.join('')}<% else %>\nAllow from 192.0.2.1\n<% end %>\n</Location>\n`;
}

test('a choice of twelve branches has thirteen outcomes', () => {
  const { after, told } = migrateText(choiceOf(12), 'x.conf.erb');
  expect(told).toEqual([]);
  expect(after).toBe(choiceOf(12).replace(`${SHUT}\n`, '').replaceAll('Allow from', 'Require ip'));
});

test('a choice of thousands of branches stays, and takes no longer for each of them', () => {
  const secondsFor = (branches: number) => {
    const text = choiceOf(branches);
    return cpuSeconds(() => {
      const { after, told } = migrateText(text, 'x.conf.erb');
      expect([after === text, told.length]).toEqual([true, 1]);
    });
  };
  secondsFor(300);
  expect(secondsFor(4000)).toBeLessThan(secondsFor(500) * 20 + 2);
});

test('seven questions that are asked side by side, and meet in a section around them', () => {
  const seven = NUMBERS.slice(1);
  const folders = seven.map(
    (n) =>
      `{% if n${n} %}\n<Directory /srv/w${n}>\nOrder allow,deny\nAllow from all\n</Directory>\n{% endif %}\n`,
  );
  const { after, told } = migrateText(
    `<Directory />\n${SHUT}\n</Directory>\n${folders.join('')}`,
    'x.conf.j2',
  );
  expect(told).toEqual([]);
  expect(after.match(/^Require .*/gm)).toEqual([
    'Require all denied',
    ...seven.map(() => 'Require all granted'),
  ]);
});

test('questions within others are asked where these let them', () => {
  const inner = NUMBERS.map((n) => `{% if b${n} %}\nDeny from 10.${n}\n{% endif %}\n`).join('');
  const choice = ['x', 'y', 'z'].map(
    (v, i) => `{% ${i === 0 ? 'if' : 'elif'} ${v} %}\n${inner.replaceAll('b', v)}`,
  );
  const text = `<Location /a>\nOrder allow,deny\nAllow from all\n${choice.join('')}{% endif %}\n</Location>\n`;
  expect(migrateText(text.replace(/\{% if [xyz][3-7][^]*?endif %\}\n/g, ''), 'x.conf.j2').told).toEqual([]);
  expect(migrateText(text, 'x.conf.j2').told).not.toEqual([]);
});

test('of twenty questions any eight in a row have all answers, and any two both', () => {
  const numbers = Array.from({ length: 20 }, (_, n) => n);
  const text = numbers.map((n) => `{% if q${n} %}\nDeny from 10.${n}\n{% endif %}\n`).join('');
  const made = Array.from(renderingWays(new RenderedTexts('jinja', new Map())), (way) => {
    const rendered = way.render('2.2', 'none')(text, 'x.j2');
    return numbers.map((n) => (rendered.includes(`10.${n}\n`) ? '1' : '0')).join('');
  });
  expect(made.length).toBeLessThan(300);
  for (let at = 0; at + 8 <= 20; at++) {
    expect(new Set(made.map((answers) => answers.slice(at, at + 8))).size).toBe(256);
  }
  for (const one of numbers) {
    for (const other of numbers.slice(one + 1)) {
      expect(new Set(made.map((answers) => answers.charAt(one) + answers.charAt(other))).size).toBe(4);
    }
  }
});

/** What each way to render a text puts out of lines `# NAME`. */
function waysOf(text: string): Set<string>[] {
  return Array.from(renderingWays(new RenderedTexts('jinja', new Map())), (way) => {
    const rendered = way.render('2.2', 'none')(text, 'x.j2');
    return new Set(rendered.match(/(?<=Deny from 10\.)\d+$/gm));
  });
}

/** How many of all answers to these are among them. */
function answersTo(names: readonly string[], ways: readonly Set<string>[]): number {
  return new Set(ways.map((way) => names.map((name) => Number(way.has(name))).join(''))).size;
}

const denied = (question: string, name: string) =>
  `{% if ${question} %}\nDeny from 10.${name}\n{% endif %}\n`;
const hostOf = (lines: string) => `<VirtualHost *:80>\n<Location />\n${lines}</Location>\n</VirtualHost>\n`;

test('questions of one virtual host have all answers, those of two hosts both', () => {
  const numbers = Array.from({ length: 30 }, (_, n) => n);
  const text = numbers
    .map(
      (n) =>
        `{% if h${n} %}\n${hostOf(['1', '2'].map((i) => denied(`q${n}_${i}`, `${n}${i}`)).join(''))}{% endif %}\n`,
    )
    .join('');
  const ways = waysOf(`<Location /m>\n${denied('m', '999')}</Location>\n${text}`);
  expect(ways.length).toBeLessThan(40);
  for (const n of numbers) {
    expect(answersTo(['999', `${n}1`, `${n}2`], ways)).toBe(8);
    expect(answersTo([`${n}1`, `${(n + 1) % 30}2`], ways)).toBe(4);
  }
});

test('a question that many hosts ask has all answers with those of each', () => {
  const numbers = Array.from({ length: 20 }, (_, n) => n);
  const hosts = numbers.map((n) => hostOf(denied(`q${n}`, `1${n}`) + denied('ssl', `2${n}`)));
  const ways = waysOf(hosts.join(''));
  expect(ways.length).toBeLessThan(30);
  for (const n of numbers) expect(answersTo([`1${n}`, `2${n}`], ways)).toBe(4);
});

test('what only one answer leads to has all answers, too', () => {
  const numbers = Array.from({ length: 9 }, (_, n) => n);
  const branches = numbers.map(
    (n) =>
      `{% if a${n} %}\n{% elif b${n} %}\n${denied(`c${n}`, `${n}1`)}${denied(`d${n}`, `${n}2`)}{% endif %}\n`,
  );
  const ways = waysOf(branches.map(hostOf).join(''));
  for (const n of numbers) expect(answersTo([`${n}1`, `${n}2`], ways)).toBe(4);
});

test('hosts that are each in a choice of their own take no longer for each of them', () => {
  const secondsFor = (hosts: number) => {
    const text = Array.from(
      { length: hosts },
      (_, n) =>
        `{% if s${n} %}\n<VirtualHost *:80>\nServerName s${n}\nDocumentRoot /srv/s${n}\n<Directory /srv/s${n}>\n${SHUT}\nAllow from 10.${n}\n</Directory>\n</VirtualHost>\n{% endif %}\n`,
    ).join('');
    return cpuSeconds(() => {
      const { after, told } = migrateText(text, 'x.conf.j2');
      expect([told, after.match(/Require ip/g)?.length]).toEqual([[], hosts]);
    });
  };
  secondsFor(10);
  expect(secondsFor(160)).toBeLessThan(secondsFor(20) * 16 + 2);
});

test('of twelve loops any five in a row have all numbers of rounds', () => {
  const numbers = Array.from({ length: 12 }, (_, n) => n);
  const text = numbers.map((n) => `{% for a in l${n} %}\nDeny from 10.${n}\n{% endfor %}\n`).join('');
  const made = Array.from(renderingWays(new RenderedTexts('jinja', new Map())), (way) => {
    const rendered = way.render('2.2', 'none')(text, 'x.j2');
    return numbers.map((n) => rendered.split(`10.${n}\n`).length - 1).join('');
  });
  for (let at = 0; at + 5 <= 12; at++) {
    expect(new Set(made.map((rounds) => rounds.slice(at, at + 5))).size).toBe(243);
  }
});

function modelOf(text: string): ServerModel {
  const path = '/srv/conf/x.conf.j2';
  const model = buildModel({ path, target: targetProfile('stock') }, createMemoryReader({ [path]: text }));
  if (isModelFailure(model)) throw new Error(model.message);
  return model;
}
