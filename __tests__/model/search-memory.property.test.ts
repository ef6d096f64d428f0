import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  buildModel,
  createMemoryReader,
  createParseCache,
  isModelFailure,
  patchedReader,
} from '../../src/model/index.ts';
import type { ParseCache, ServerModel, TreeReader } from '../../src/model/index.ts';
import { editPatch, startPatch } from '../../src/patch/index.ts';
import type { LinkPatch } from '../../src/patch/index.ts';
import { byEffort } from '../effort.ts';

const MAIN = '/etc/httpd/conf/httpd.conf';
const MAP = '/etc/httpd/map.txt';
const BY = { transform: 'x', title: 'Edit' };

/** What the search for .htaccess files goes by, and what it does not. */
const LINES = [
  'DocumentRoot /srv/a',
  'DocumentRoot /srv/gone',
  'Documentroot "/srv/a"',
  'Alias /b /srv/b',
  'RewriteMap m txt:/etc/httpd/map.txt',
  'RewriteRule ^/x /srv/c/y [L]',
  'RewriteRule ^/x /srv/c/y [PT]',
  '<Directory /srv/b>\nAllowOverride None\n</Directory>',
  '<Directory /srv/b>\nAllowOverride All\n</Directory>',
  '<Directory /srv/gone>\nAllowOverride All\n</Directory>',
  '<Directory />\nAllowOverride None\n</Directory>',
  '<IfDefine NO>\nAlias /c /srv/c\n</IfDefine>',
  'Alias /c ${OPEN}/c',
  '<VirtualHost *>\nAccessFileName .acl\nDocumentRoot /srv/c\n</VirtualHost>',
  'AccessFileName .acl',
  'UserDir /srv',
  'Timeout 5',
  '# Nothing',
];
const HTACCESS = ['/srv/a', '/srv/b', '/srv/c', '/srv'].flatMap((folder) => [
  `${folder}/.htaccess`,
  `${folder}/.acl`,
]);
const written = (lines: readonly string[]) => `ServerRoot /etc/httpd\n${lines.join('\n')}\n`;
const config = fc.array(fc.constantFrom(...LINES), { minLength: 1, maxLength: 6 });
/** What an edit makes of the lines: most leave the search as it is, and some move them or change one. */
const change = fc.oneof(
  fc.constant((lines: readonly string[]) => lines),
  fc.constant((lines: readonly string[]) => ['# Moved', ...lines]),
  fc.tuple(fc.nat(5), fc.constantFrom(...LINES)).map(
    ([at, line]) =>
      (lines: readonly string[]) =>
        lines.with(Math.min(at, lines.length - 1), line),
  ),
);
const map = fc.constantFrom('k /srv/a\n', 'k /srv/b|/srv/c\n');
const links = fc.constantFrom<readonly LinkPatch[]>(
  [],
  [],
  [{ type: 'link', path: '/srv/gone', target: 'c', by: BY }],
);

function modelOf(reader: TreeReader, cache: ParseCache): ServerModel {
  const model = buildModel({ path: MAIN }, reader, cache);
  if (isModelFailure(model)) throw new Error(model.message);
  return model;
}

function sayingOf({ htaccess, unknowns, problems, virtualHosts }: ServerModel) {
  const found = htaccess.map(({ file, directory, hosts, scope }) => ({
    path: file.path,
    directory,
    hosts: hosts?.map((host) => virtualHosts.indexOf(host)) ?? null,
    lines: scope.items.map(({ name, seq }) => [name, seq]),
  }));
  return { found, unknowns, problems };
}

test('what is taken over from the search before is what a search would find', () => {
  const edit = fc.record({ change, map, links });
  fc.assert(
    fc.property(config, map, fc.array(edit, { minLength: 1, maxLength: 3 }), (lines, mapBefore, edits) => {
      const before = written(lines);
      const texts = Object.fromEntries(HTACCESS.map((path) => [path, 'Deny from all\n']));
      const base = createMemoryReader({ ...texts, [MAIN]: before, [MAP]: mapBefore });
      const cache = createParseCache();
      modelOf(base, cache);
      for (const after of edits) {
        const patched = (path: string, old: string, text: string) =>
          editPatch(startPatch(path, old, null), [{ span: { start: 0, end: old.length }, text, by: BY }]);
        const files = [
          patched(MAIN, before, written(after.change(lines))),
          patched(MAP, mapBefore, after.map),
        ];
        const reader = patchedReader(base, { files, links: after.links });
        expect(sayingOf(modelOf(reader, cache))).toEqual(sayingOf(modelOf(reader, createParseCache())));
      }
    }),
    { numRuns: byEffort({ sample: 200, ci: 1000, all: 10_000 }) },
  );
});

test('a line that goes from one section to another is another question', () => {
  const sections = (inA: string, inC: string) =>
    written([`<Directory /srv/a>\n${inA}</Directory>`, `<Directory /srv/c>\n${inC}</Directory>`]);
  const none = 'AllowOverride None\n';
  const base = createMemoryReader({
    [MAIN]: sections(none, ''),
    '/srv/a/.htaccess': '',
    '/srv/c/.htaccess': '',
  });
  const cache = createParseCache();
  const foundBy = (reader: TreeReader) => modelOf(reader, cache).htaccess.map(({ directory }) => directory);
  expect(foundBy(base)).toEqual(['/srv/c']);
  const edit = { span: { start: 0, end: sections(none, '').length }, text: sections('', none), by: BY };
  const patch = editPatch(startPatch(MAIN, sections(none, ''), null), [edit]);
  expect(foundBy(patchedReader(base, { files: [patch], links: [] }))).toEqual(['/srv/a']);
});
