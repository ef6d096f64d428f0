import { describe, expect, test } from '@jest/globals';
import { directives22 } from '../../src/catalog/index.ts';
import { migrate } from '../../src/migrate/index.ts';
import { createMemoryReader } from '../../src/model/index.ts';
import { explainLog } from '../../src/explain/index.ts';
import { migrationAsJson, printable, renderJson, renderText } from '../../src/report/index.ts';
import { targetProfile } from '../../src/target/index.ts';
import { sanitizeForTerminal } from '../../src/output/index.ts';
import { parse, print } from '../../src/syntax/index.ts';
import { transforms } from '../../transforms/index.ts';
import { cpuSeconds } from '../cpu-seconds.ts';
import { someOf } from '../effort.ts';

/** Where an expression that looks back, or anew from every place, would need for ever. */
const WORST: readonly string[] = [
  'a',
  ' ',
  '\t',
  '\\',
  '"',
  "'",
  '\\"',
  '#',
  '<',
  '>',
  '/',
  '-',
  '.',
  ':',
  ',',
  '|',
  '$',
  '${',
  '${a}',
  '%',
  '%{',
  '%{a}',
  '(',
  ')',
  '()',
  '[',
  '[a',
  '[]',
  '{',
  '!',
  '=',
  '&',
  '*',
  '?',
  '+',
  '0',
  '1.',
  'a ',
  'a=',
  'a,',
  ' -D',
  ' a',
  '\\ ',
  '\r',
  '\u00c3',
  '\u00e2\u0080',
  '\u00ff',
  '\\\n',
  '/*',
  '//',
  'HTTP_A_',
  '$1',
];

/** What takes the square of it in steps needs minutes. */
const LONG = 300_000;

const options = {
  access: 'require',
  semantics: 'contract',
  apply: 'review',
  target: targetProfile('stock'),
  defines: [],
  only: null,
  skip: [],
} as const;

function migrateText(text: string): void {
  const reader = createMemoryReader({ '/etc/httpd/conf/httpd.conf': `ServerRoot /etc/httpd\n${text}` });
  const result = migrate({ path: '/etc/httpd/conf/httpd.conf', options }, reader);
  if ('code' in result) return;
  renderText(result, {
    color: false,
    width: 80,
    quiet: false,
    verbose: true,
    mode: 'show',
    displayPath: (path) => path,
  });
  const report = renderJson({
    version: 1,
    tool: { name: 'httpd-codemod', version: '0' },
    encoding: 'latin1',
    mode: 'show',
    exitCode: 0,
    migrations: [migrationAsJson('x', result, { name: 'stock', version: '2.4.71', why: '' })],
    failure: null,
    configtest: [],
  });
  expect([...report]).not.toEqual([]);
}

describe('one line of 300 kB', () => {
  test.each(someOf(WORST, 16))('of %j is read, shown and explained in no time', (unit) => {
    const line = unit.repeat(LONG / unit.length);
    const seconds = cpuSeconds(() => {
      for (const text of [line, `<${line}`, `# ${line}`, `X "${line}"`, `<X ${line}>\n</X>`]) {
        expect(print(parse({ path: '/x', text }))).toBe(text);
      }
      printable(line);
      sanitizeForTerminal(line);
      explainLog(line, transforms);
    });
    expect(seconds).toBeLessThan(5);
  });
});

test('a line of 32 MB, which 2.2 reads in pieces, is looked through once', () => {
  const text = `ServerAlias ${'a'.repeat(32_000_000)}\n`;
  // Looked through from each piece on, it takes ten times as long.
  expect(
    cpuSeconds(() => expect(parse({ path: '/x', text }).children.length).toBeGreaterThan(3_900)),
  ).toBeLessThan(2);
});

/** Every directive at once, each with a long argument: what reads it meets it, whatever it is. */
describe('every directive with a long argument', () => {
  const names = directives22().map(({ name }) => name);
  const units = ['a', ' a', '"', '\\', '[', '(', '$', '%{a}', '/', ':'];

  test.each(someOf(units, 4))('of %j is migrated in no time', (unit) => {
    const value = unit.repeat(1000 / unit.length);
    const lines = names.flatMap((name) =>
      name.startsWith('<')
        ? [`${name.replace('>', '')} ${value}>`, `</${name.slice(1)}`]
        : [`${name} ${value}`, `${name} a ${value}`, `${name} "${value}" b [${value}]`],
    );
    expect(cpuSeconds(() => migrateText(lines.join('\n')))).toBeLessThan(30);
  });
});
