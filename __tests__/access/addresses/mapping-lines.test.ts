import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { guardsAround, mappingKind, mappingLines } from '../../../src/access/addresses/mapping-lines.ts';
import { walkServerDirectives } from '../../../src/access/addresses/index.ts';
import type { World } from '../../../src/access/sections/worlds.ts';
import { isLive } from '../../../src/access/sections/worlds.ts';
import { memoryTree } from '../request/memory-tree.ts';

// The lines that are found by their names are those that a walk over all lines of each server finds.

const WORLD: World = new Map();

const line = fc.constantFrom(
  'Alias /a /srv/a\n',
  'ProxyPass /b http://b/\n',
  'RewriteRule ^ /c\n',
  'JkMount /d w\n',
  'Deny from all\n',
  'Options None\n',
);
const { text } = fc.letrec<{ text: string }>((tie) => ({
  text: fc
    .array(fc.oneof({ weight: 2, arbitrary: line }, section(tie('text'))), { maxLength: 4 })
    .map(joined),
}));

function section(inside: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const kinds = [
    'Location /a',
    'LocationMatch a',
    'Directory /srv',
    'DirectoryMatch s',
    'Files a',
    'Proxy *',
  ];
  const others = ['Limit GET', 'LimitExcept GET', 'IfVersion < 2.4', 'IfVersion >= 2.4', 'If true'];
  return fc
    .tuple(fc.constantFrom(...kinds, ...others), inside)
    .map(([opened, lines]) => `<${opened}>\n${lines}</${opened.split(' ')[0]}>\n`);
}

function joined(parts: readonly string[]): string {
  return parts.join('');
}

test('the lines that map addresses are found by their names', () => {
  let found = 0;
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), ([own, ...hosts]) => {
      const written = hosts.map((inside) => `<VirtualHost *:80>\n${inside}</VirtualHost>\n`);
      const { model } = memoryTree([own, ...written, own].join(''));
      for (const version of ['2.2', '2.4'] as const) {
        const { lines } = mappingLines(model, WORLD, version);
        for (const server of [model.main, ...model.virtualHosts]) {
          const walked = walkServerDirectives(server, version).filter(
            (each) => mappingKind(each.name) !== null && isLive(guardsAround(each), version, WORLD),
          );
          expect((lines.get(server) ?? []).map(({ seq }) => seq)).toEqual(walked.map(({ seq }) => seq));
          found += walked.length;
        }
      }
    }),
    { numRuns: 200 },
  );
  expect(found).toBeGreaterThan(100);
});
