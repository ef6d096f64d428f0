import { describe, expect, test } from '@jest/globals';
import { migrationAsJson, renderJson } from '../../src/report/index.ts';
import { finding, sampleMigration } from './sample.ts';

const asJson = (...args: Parameters<typeof sampleMigration>) =>
  migrationAsJson('x.conf', sampleMigration(...args), { name: 'stock', version: '2.4.71', why: '' });

describe('migrationAsJson', () => {
  test('gives each edit its bytes, its place and its makers', () => {
    expect(asJson(null, '# \u00e9\n\tMaxClients 5\n').files).toEqual([
      {
        path: '/x.conf',
        newPath: '/x.conf',
        renamedBy: null,
        isNew: false,
        edits: [
          {
            start: 5,
            end: 15,
            startPosition: { line: 2, column: 2 },
            endPosition: { line: 2, column: 12 },
            before: 'MaxClients',
            after: 'MaxRequestWorkers',
            by: [{ transform: 'rename-max-clients', title: 'Rename MaxClients to MaxRequestWorkers' }],
          },
        ],
      },
    ]);
  });

  test('is in an order of its own, whatever the findings are in', () => {
    const [a, b, c] = [
      finding({ path: '/a' }),
      finding({ path: '/b' }),
      finding({ path: '/b', span: null, position: null }),
    ];
    expect(asJson([a, b, c]).findings).toEqual(asJson([c, b, a]).findings);
    expect(asJson([a, b, c]).findings.map(({ path, span }) => [path, span === null])).toEqual([
      ['/a', false],
      ['/b', true],
      ['/b', false],
    ]);
  });

  test('is data alone: what is written is what is read back', () => {
    const report = {
      version: 1,
      tool: { name: 'httpd-codemod', version: '0' },
      encoding: 'latin1',
      mode: 'show',
      exitCode: 0,
      configtest: [],
      migrations: [asJson(null, 'MaxClients \u00ff\u0080\u001b\n')],
      failure: null,
    } as const;
    const text = [...renderJson(report)].join('');
    expect(JSON.parse(text)).toEqual(report);
    expect(text.endsWith('}\n')).toBe(true);
  });
});
