import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addressMaps, destinationsOf, folderBy, onlyLine } from '../../../src/access/addresses/index.ts';
import { createDirectoryFlows } from '../../../src/access/chains/directory-flows.ts';
import { folderTable } from '../../../src/access/chains/folder-table.ts';
import { indexSections } from '../../../src/access/chains/index.ts';
import { listsOf } from '../../../src/access/chains/section-index.ts';
import { analysisOf } from '../../../src/access/sections/analysis.ts';
import { limitedWork } from '../../../src/access/work.ts';
import { memoryTree } from '../request/memory-tree.ts';

// What is found out of an address by the one line that leads it is what all lines together say.

const name = fc.constantFrom('a', 'b', 'ab', '.a', '..', 'a.b');
const slash = fc.constantFrom('/', '/', '/', '//');
const written = fc
  .tuple(fc.array(fc.tuple(slash, name), { maxLength: 3 }), fc.constantFrom('', '', '/', '//'))
  .map(([parts, end]) => parts.flat().join('') + end || '/');
const address = fc.array(name, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`);
const line = fc.oneof(
  fc.tuple(written, written).map(([prefix, to]) => `Alias ${prefix} /srv${to}\n`),
  written.map((to) => `DocumentRoot /srv${to}\n`),
  written.map((prefix) => `ProxyPass ${prefix} !\n`),
  written.map((prefix) => `ProxyPass ${prefix} http://b${prefix}\n`),
);
// Of these it can't be told where they lead, or whether they do.
const uncertain = fc.oneof(
  written.map((start) => `AliasMatch ^${start} /srv$0\n`),
  written.map((start) => `RewriteEngine On\nRewriteRule ^${start}/(\\d+)$ /srv/$1\n`),
  written.map((start) => `ProxyPassMatch ^${start}$ http://b/$0\n`),
  written.map((start) => `ProxyPassMatch ^${start}$ !\n`),
  fc.constant('UserDir pub\n'),
);
const folder = written.map((path) => `<Directory /srv${path}>\nDeny from all\n</Directory>\n`);

test('an address that one line leads leads there, and meets what is met there', () => {
  let [led, ledBesideOthers] = [0, 0];
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 3, arbitrary: line }, uncertain), { maxLength: 3 }),
      fc.array(folder, { maxLength: 12 }),
      fc.array(address, { minLength: 1, maxLength: 8 }),
      (lines, folders, asked) => {
        const { model } = memoryTree([...lines, ...folders].join(''));
        const { main } = model;
        const map = addressMaps(model, new Map()).mapOf(main);
        const index = indexSections(
          analysisOf(model).sections.map((section) => ({ section, side: 'both' as const })),
        );
        const lists = [listsOf(index, main)];
        const flows = createDirectoryFlows(index, lists, folderTable(index), main);
        for (const each of asked) {
          const by = onlyLine(map, each, limitedWork());
          if (by === null) continue;
          led++;
          if (map.opaque.length + map.maybeProxied.length + map.maybeKept.length > 0) ledBesideOthers++;
          const path = folderBy(by, each);
          expect(destinationsOf(map, each, limitedWork())).toEqual([{ type: 'file', path }]);
          expect(flows.below(by, path)).toBe(flows.at(path));
        }
      },
    ),
    { numRuns: 300 },
  );
  expect(led).toBeGreaterThan(100);
  expect(ledBesideOthers).toBeGreaterThan(30);
});

/** More than are gone through one by one, of which none fits what is asked for below. */
const OTHERS = Array.from({ length: 12 }, (_, i) => `RewriteRule ^/other${i}/ /srv/other${i} [L]\n`).join('');

function ledTo(rules: string, asked: string): string[] {
  const { model } = memoryTree(`DocumentRoot /srv/www\nRewriteEngine On\n${rules}`);
  const map = addressMaps(model, new Map()).mapOf(model.main);
  return destinationsOf(map, asked, limitedWork()).flatMap((to) =>
    to.type === 'anywhere' ? [String(to.by?.args[1])] : [],
  );
}

test('among many rules those are found that fit an address, and all behind one that goes on with another', () => {
  const many = `${OTHERS}RewriteRule ^/a/ /b/\n${OTHERS}RewriteRule ^/b/ /srv/x [L]\n`;
  expect(ledTo(many, '/c')).toEqual([]);
  expect(ledTo(many, '/b/c')).toEqual(['/srv/x']);
  expect(ledTo(many, '/a/c')).toHaveLength(14);
  expect(ledTo(many, '/a/c').at(-1)).toBe('/srv/x');
});

test('among many rules those before one that begins anew are found, too', () => {
  const many = `RewriteRule ^/b/ /srv/x [L]\n${OTHERS}RewriteRule ^/a/ /b/ [N]\n`;
  expect(ledTo(many, '/c')).toEqual([]);
  expect(ledTo(many, '/b/c')).toEqual(['/srv/x']);
  expect(ledTo(many, '/a/c')).toHaveLength(14);
});
