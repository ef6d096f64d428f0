import { expect, test } from '@jest/globals';
import { MAIN, mainAfter, migrated } from './migrated.ts';

// Where rules are for GET, 2.4 asks them of the index page of a folder whatever the method is (keep-index-checks), and 2.2 does not where a handler
// takes the folder. Asked of both: OPTIONS of such a folder is 200 or 403 in 2.2.

const HEAD = `ServerRoot /srv/httpd
Listen 80
LoadModule dir_module modules/mod_dir.so
LoadModule alias_module modules/mod_alias.so
DocumentRoot /srv/www
`;
const SCRIPTS = 'ScriptAlias /cgi/ /srv/cgi/\n';
const HANDLER = '<Directory /srv/cgi>\n    SetHandler cgi-script\n</Directory>\n';
const rules = (method: string): string =>
  `<Location />\n    <Limit ${method}>\n        Deny from 10.0.0.1\n    </Limit>\n</Location>\n`;

const pattern = (kind: string, text: string): string => `<${kind} ${text}>\nDeny from all\n</${kind}>\n`;

test.each([
  [SCRIPTS, pattern('DirectoryMatch', '\\.html'), true],
  [HANDLER, pattern('LocationMatch', '\\.html$'), true],
  [HANDLER, pattern('DirectoryMatch', '^/srv/cgi/.'), true],
  [SCRIPTS, pattern('LocationMatch', '^/cgi/.'), true],
  [SCRIPTS, pattern('Location', '/cgi/index.html'), true],
  [SCRIPTS, pattern('Location', '"/*/i*"'), true],
  [HANDLER, pattern('LocationMatch', '^/bin/.'), true],
  [SCRIPTS, pattern('LocationMatch', '^/cgi'), false],
  [HANDLER, pattern('DirectoryMatch', '^/srv/[a-c]'), false],
  [HANDLER, pattern('Location', '/cgi/a.cgi'), false],
  [SCRIPTS, rules('GET'), true],
  [HANDLER, rules('GET'), true],
  [SCRIPTS, rules('PUT'), false],
  [HANDLER, rules('PUT'), false],
])('%s with %s', (lines, limit, isLeft) => {
  const text = HEAD + lines + limit;
  const migration = migrated({ [MAIN]: text, '/srv/cgi/a.cgi': '', '/srv/www/index.html': '' });
  expect(migration.refused).toEqual([]);
  expect(mainAfter(migration, text).includes('DirectoryCheckHandler On')).toBe(isLeft);
});
