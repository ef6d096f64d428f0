import { expect, test } from '@jest/globals';
import { diffBase } from '../../src/output/index.ts';

test.each([
  ['files below the root', ['/etc/httpd/conf/httpd.conf', '/etc/httpd/conf.d/x'], '/etc/httpd', '/etc/httpd'],
  [
    'the root even if all files lie deeper',
    ['/etc/httpd/conf/a', '/etc/httpd/conf/b'],
    '/etc/httpd/',
    '/etc/httpd',
  ],
  ['files elsewhere', ['/etc/httpd/conf/httpd.conf', '/var/www/.htaccess'], '/etc/httpd', '/'],
  ['a folder whose name starts the same', ['/etc/httpd2/a'], '/etc/httpd', '/etc'],
  ['a folder named like a way up', ['/etc/..x/a'], '/etc', '/etc'],
  ['names of no file', ['<stdin>'], '/etc/httpd', '/etc/httpd'],
  ['no files', [], '/etc/httpd', '/etc/httpd'],
])('%s', (_, paths, root, expected) => expect(diffBase(paths, root)).toBe(expected));
