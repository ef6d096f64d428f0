import { expect, test } from '@jest/globals';
import { buildModel, createMemoryReader, isModelFailure } from '../../src/model/index.ts';
import { modelOf } from './model-of.ts';

// More main files than one in what was asked for, and folders in their place.

const SHOP = '/copy/etc/apache2-shop/apache2.conf';
const FILES = {
  '/copy/etc/apache2/apache2.conf': 'Listen 80\n',
  '/copy/etc/apache2/httpd.conf': '',
  [SHOP]: 'Listen 81\n',
  '/copy/etc/httpd/conf/httpd.conf': 'ServerRoot /etc/httpd\n',
  '/copy/etc/apache2-notes/readme': '',
};

function othersIn(path: string): string[] {
  const { problems } = modelOf(FILES, { path });
  return problems.filter(({ code }) => code === 'servers-below').map(({ message }) => message);
}

test('other servers of a copy are named, and not what lies beside the main file', () => {
  expect(othersIn('/copy')).toEqual([
    `Main files of other servers lie in /copy, too: /copy/etc/httpd/conf/httpd.conf, ${SHOP}. They are not read with this one: give each by itself.`,
  ]);
});

test.each(['/copy/etc/apache2', SHOP])('who gives one server is not told of others: %s', (path) => {
  expect(othersIn(path)).toEqual([]);
});

test.each(['/srv/a', '/srv/a/conf/httpd.conf'])(
  'a folder with the name of a main file is named: %s',
  (path) => {
    const model = buildModel({ path }, createMemoryReader({ '/srv/a/conf/httpd.conf/': '' }));
    expect(isModelFailure(model) ? model.message : '').toContain(
      ' /srv/a/conf/httpd.conf is a folder, and a server reads a file there. ',
    );
  },
);
