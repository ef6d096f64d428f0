import { expect, test } from '@jest/globals';
import { MAIN, migrated } from '../../migrate/migrated.ts';

// Hosts that each have an AccessFileName of their own read other files in one folder. Many of them are looked up by name.

const HOSTS = 20;
const numbers = Array.from({ length: HOSTS }, (_, at) => at);
const hosts = numbers.map(
  (at) =>
    `<VirtualHost *:80>\nServerName h${at}.test\nDocumentRoot /srv/www\nAccessFileName .own${at} .pair${at >> 1} sub/.all\n</VirtualHost>\n`,
);
const text = `ServerRoot /srv/httpd\nListen 80\nNameVirtualHost *:80\nLoadModule authz_host_module m\n<Directory />\nAllowOverride Limit\n</Directory>\n${hosts.join('')}`;
const rules = (last: number) => `Order deny,allow\nDeny from 192.0.2.${last}\n`;

test('every file that some host reads is converted', () => {
  const read = [
    ...numbers.filter((at) => at % 3 === 0).map((at) => [`/srv/www/a/.own${at}`, rules(at)]),
    ...numbers.filter((at) => at < 4).map((at) => [`/srv/www/b/.pair${at}`, rules(at)]),
    ['/srv/www/c/sub/.all', rules(1)],
    ['/srv/www/c/.own5', rules(2)],
  ];
  const files = { ...Object.fromEntries(read), '/srv/www/index.html': '' };
  const { patchSet, refused } = migrated({ [MAIN]: text, ...files }, { semantics: 'exact' });
  expect(refused).toEqual([]);
  const changed = new Map(patchSet.files.map(({ path, after }) => [path, after]));
  for (const [path = ''] of read)
    expect([path, changed.get(path)]).toEqual([path, expect.stringContaining('Require not ip')]);
});
