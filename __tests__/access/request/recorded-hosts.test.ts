import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { plainRequest } from '../../../src/access/index.ts';
import type { Version } from '../../../src/access/index.ts';
import { migrated, MAIN } from '../../migrate/migrated.ts';
import { ask, memoryTree } from './memory-tree.ts';

/** Virtual hosts, and the folder of the one that answered each name on 127.0.0.1:80. */
interface RecordedHosts {
  readonly id: string;
  readonly config: string;
  readonly on22: Readonly<Record<string, string>>;
  readonly on24: Readonly<Record<string, string>>;
}

const RECORDED = JSON.parse(
  readFileSync(new URL('../../../__fixtures__/oracle/virtual-hosts.json', import.meta.url), 'utf8'),
) as RecordedHosts[];

const HEAD =
  'ServerRoot "/srv"\nListen 127.0.0.1:80\nServerName localhost:80\nDocumentRoot /srv/main\nUser www-data\nTypesConfig conf/mime.types\n';

function answering(config: string, names: readonly string[], version: Version): Record<string, string> {
  const { tree } = ask(memoryTree(config), '/', {}, version);
  const hostOf = (host: string) =>
    tree.choose({ ...plainRequest('/'), host, serverAddress: '127.0.0.1', port: 80 }).server;
  return Object.fromEntries(
    names.map((name) => {
      const root = hostOf(name).items.findLast((item) => item.name === 'documentroot');
      return [name, root?.args[0]?.replace('/srv/', '') ?? ''];
    }),
  );
}

describe.each(RECORDED)('$id', ({ config, on22, on24 }) => {
  const names = Object.keys(on22);

  test('the model chooses as both servers do', () => {
    expect(answering(HEAD + config, names, '2.2')).toEqual(on22);
    const without = config.replace(/^NameVirtualHost.*\n/gm, '');
    expect(answering(HEAD + without, names, '2.4')).toEqual(on24);
  });

  test('migrated, the same hosts answer', () => {
    const { patchSet, refused } = migrated({ [MAIN]: HEAD + config });
    expect(refused).toEqual([]);
    const after = patchSet.files.find(({ path }) => path === MAIN)?.after ?? HEAD + config;
    expect(answering(after, names, '2.4')).toEqual(on22);
  });
});

describe('hosts whose choice depends on guards that are not decided', () => {
  const host = (name: string, lines = '') =>
    `<VirtualHost *:80>\nServerName ${name}\n${lines}</VirtualHost>\n`;
  const named = '<IfDefine NAMES>\nNameVirtualHost *:80\n</IfDefine>\n';
  const ofHosts = (config: string) => {
    const { findings, refused, patchSet } = migrated({ [MAIN]: HEAD + config });
    const text = patchSet.files.find(({ path }) => path === MAIN)?.after;
    const told = findings.filter(({ transform }) => transform === 'keep-first-virtual-host');
    return { text, refused, told: told.map(({ messageId, level }) => [messageId, level]) };
  };

  test('one IfDefine: the name that keeps the answers stands in one, too', () => {
    const { told, refused, text } = ofHosts(named + host('one.test') + host('two.test'));
    expect(told).toEqual([['first', 'warning']]);
    expect(refused).toEqual([]);
    expect(text).toContain('ServerName one.test\n<IfDefine !NAMES>\n    ServerAlias *\n</IfDefine>\n');
  });

  test('more of them: refused, and named', () => {
    const other = '<IfDefine OTHER>\nServerAlias three.test\n</IfDefine>\n';
    const { told, refused } = ofHosts(named + host('one.test') + host('two.test', other));
    expect(told).toEqual([['other-host', 'error']]);
    expect(refused.map(({ message }) => message)).toContain(
      'two.test on 127.0.0.1:80 was answered by <VirtualHost *:80> one.test, and would be by <VirtualHost *:80> two.test.',
    );
  });
});
