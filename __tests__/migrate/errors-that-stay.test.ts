import { expect, test } from '@jest/globals';
import { MAIN, mainAfter, migrated } from './migrated.ts';

/** A server that becomes one of 2.4, with a line that 2.4 does not take and that only a person can put right. */
const server = (line: string): string =>
  `ServerRoot /srv/httpd\nListen 80\nMaxClients 5\n${line}\n<Directory />\n    Order allow,deny\n</Directory>\n`;

test.each([
  'ServerType standalone',
  'ProxyPass /a http://',
  'RedirectMatch ^/a b',
  'ExtFilterDefine x cmd=/bin/cat\nAddOutputFilterByType x text/html',
])('an error stays one after the migration while its cause stands: %s', (line) => {
  const errorsIn = (text: string): readonly string[] =>
    migrated({ [MAIN]: text })
      .findings.filter(({ level }) => level === 'error')
      .map(({ transform, messageId }) => `${transform} ${messageId}`);
  const text = server(line);
  const first = errorsIn(text);
  expect(first).toHaveLength(1);
  expect(errorsIn(mainAfter(migrated({ [MAIN]: text }), text))).toEqual(first);
});
