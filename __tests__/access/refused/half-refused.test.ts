import { expect, test } from '@jest/globals';
import { halfRefusedFiles } from '../../../src/access/index.ts';
import { memoryTree } from '../request/memory-tree.ts';

const RULE = 'Order allow,deny\n';
/** More hosts times files than one call takes arguments. */
const HOSTS = 400;
const FILES = 400;

test('many hosts that meet many files', () => {
  const host = (n: number): string => {
    const override = n === 0 ? '<Directory /srv/htdocs/d0>\nAllowOverride AuthConfig\n</Directory>\n' : '';
    return `<VirtualHost *:80>\nServerName h${n}\n${override}</VirtualHost>\n`;
  };
  const { model } = memoryTree({
    'conf/httpd.conf': `Listen 80\nNameVirtualHost *:80\n${Array.from({ length: HOSTS }, (_, n) => host(n)).join('')}`,
    ...Object.fromEntries(Array.from({ length: FILES }, (_, n) => [`htdocs/d${n}/.htaccess`, RULE])),
  });
  const found = halfRefusedFiles(model);
  expect(found.map(({ folder }) => folder)).toEqual(['/srv/htdocs/d0']);
});
