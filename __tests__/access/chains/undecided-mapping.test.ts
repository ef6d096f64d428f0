import { expect, test } from '@jest/globals';
import { prove } from '../../../src/access/index.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../../src/model/index.ts';
import type { ServerModel } from '../../../src/model/index.ts';

// An address leads to one folder or to another, by a name that nobody gave: both are to be reckoned with.
const HEAD = 'ServerRoot /etc/httpd\nListen 80\nDocumentRoot /srv/www\n';
const FOLDERS = (old: string, free: string) =>
  `<Directory /srv/www>\nAuthType Basic\nRequire valid-user\n</Directory>\n` +
  `<Directory /srv/old>\n${old}\n</Directory>\n<Location /x>\n${free}\n</Location>\n`;
const FREE_22 = 'Order allow,deny\nAllow from all';

function modelOf(text: string, defines: readonly string[]): ServerModel {
  const reader = createMemoryReader({ '/etc/httpd/conf/httpd.conf': text });
  const model = buildModel({ path: '/etc/httpd', defines }, reader);
  if (isModelFailure(model)) throw new Error(model.message);
  return model;
}

test.each([
  ['Alias', '<IfDefine OLD>\nAlias /x /srv/old\n</IfDefine>\n'],
  ['DocumentRoot', '<IfDefine OLD>\nDocumentRoot /srv/old\n</IfDefine>\n'],
  [
    'ProxyPass in a Location',
    '<IfDefine OLD>\n<Location /x>\nProxyPass http://a/\n</Location>\n</IfDefine>\n',
  ],
])('%s in a guard that is not decided', (_what, mapping) => {
  const before = HEAD + mapping + FOLDERS(FREE_22, FREE_22);
  const opened = HEAD + mapping + FOLDERS('Require all granted', 'Require all granted');
  const kept = HEAD + mapping + FOLDERS('Require all granted', 'AuthMerging And\nRequire all granted');
  const ways = (after: string) => prove(modelOf(before, []), modelOf(after, []), 'exact').type;
  expect(ways(opened)).toBe('different');
  expect(ways(kept)).toBe('proven');
});
