import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addressMaps, slashLines, slashPatternLines } from '../../../src/access/addresses/index.ts';
import { memoryTree } from '../request/memory-tree.ts';

// Servers on which no line with such a pattern stands, and that inherit none, are not looked at.

const pattern = fc.constantFrom('^/a$', '^/a/b$', '!^/a/b', '(^/a|^/b/c)$', '^/(.*)$', '^/a/.*', '/a/', '~');
const line = fc.oneof(
  fc.constantFrom('RewriteEngine On', 'Alias /a/b /srv/a', 'Redirect /a/b /c/d', 'ProxyPass /a/b http://b/c'),
  pattern.map((each) => `RewriteRule ${each} http://b/c/d`),
  pattern.map((each) => `RewriteCond %{REQUEST_URI} ${each}`),
  fc
    .tuple(
      fc.constantFrom(
        'AliasMatch',
        'ScriptAliasMatch',
        'WSGIScriptAliasMatch',
        'ProxyPassMatch',
        'ProxyPass ~',
      ),
      pattern,
    )
    .map(([name, each]) => `${name} ${each} http://b/c`),
  pattern.map((each) => `RedirectMatch 302 ${each} /c`),
  pattern.map((each) => `<LocationMatch ${each}>\nProxyPass http://b/c\n</LocationMatch>`),
  pattern.map((each) => `<Location ~ ${each}>\nProxyPass http://b/c\n</Location>`),
);
const lines = fc.array(line, { maxLength: 3 }).map((all) => all.join('\n'));

test('each server with a line that looks at slashes has one that is found, or inherits it', () => {
  let asked = 0;
  fc.assert(
    fc.property(lines, lines, (ofMain, ofHost) => {
      const { model } = memoryTree(`${ofMain}\n<VirtualHost *>\n${ofHost}\n</VirtualHost>\n`);
      const found = new Set(slashPatternLines(model).map(({ scope }) => scope.server));
      const maps = addressMaps(model, new Map());
      for (const server of [model.main, ...model.virtualHosts]) {
        if (slashLines(maps.linesOn(server)).length === 0) continue;
        asked++;
        expect(found.has(server) || found.has(model.main)).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
  expect(asked).toBeGreaterThan(100);
});
