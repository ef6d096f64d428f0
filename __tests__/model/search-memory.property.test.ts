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
const config = fc
  .array(fc.constantFrom(...LINES), { maxLength: 6 })
  .map((lines) => `ServerRoot /etc/httpd\n${lines.join('\n')}\n`);
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
  const edit = fc.record({ config, map, links });
  fc.assert(
    fc.property(config, map, fc.array(edit, { minLength: 1, maxLength: 3 }), (before, mapBefore, edits) => {
      const texts = Object.fromEntries(HTACCESS.map((path) => [path, 'Deny from all\n']));
      const base = createMemoryReader({ ...texts, [MAIN]: before, [MAP]: mapBefore });
      const cache = createParseCache();
      modelOf(base, cache);
      for (const after of edits) {
        const patched = (path: string, old: string, text: string) =>
          editPatch(startPatch(path, old, null), [{ span: { start: 0, end: old.length }, text, by: BY }]);
        const files = [patched(MAIN, before, after.config), patched(MAP, mapBefore, after.map)];
        const reader = patchedReader(base, { files, links: after.links });
        expect(sayingOf(modelOf(reader, cache))).toEqual(sayingOf(modelOf(reader, createParseCache())));
      }
    }),
    { numRuns: 500 },
  );
});
