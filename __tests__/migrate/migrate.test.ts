import { describe, expect, test } from '@jest/globals';
import { migrate } from '../../src/migrate/index.ts';
import type { AnswerDifference, MigrateOptions, MigrateRequest } from '../../src/migrate/index.ts';
import { createMemoryReader } from '../../src/model/index.ts';
import { targetProfile } from '../../src/target/index.ts';

const OPTIONS: MigrateOptions = {
  access: 'require',
  semantics: 'contract',
  apply: 'safe',
  target: targetProfile('stock'),
  defines: [],
  only: ['rename-max-clients'],
  skip: [],
};

function migrateFiles(files: Record<string, string>, request: Partial<MigrateRequest> = {}) {
  return migrate({ path: '/srv/httpd.conf', options: OPTIONS, ...request }, createMemoryReader(files));
}

describe('migrate', () => {
  test('a path that is not there is a failure, no exception', () => {
    expect(migrateFiles({})).toMatchObject({ type: 'failure', code: 'missing', path: '/srv/httpd.conf' });
  });

  test('text instead of a file: the patch is of that text', () => {
    const result = migrateFiles({}, { path: '<stdin>', text: 'MaxClients 5\n' });
    expect(result).toMatchObject({
      patchSet: { files: [{ path: '<stdin>', stat: null, after: 'MaxRequestWorkers 5\n' }] },
      findings: [{ path: '<stdin>', position: { line: 1, column: 1 } }],
    });
  });

  test('text goes through several transforms', () => {
    const options = { ...OPTIONS, only: ['rename-max-clients', 'keepalive-on-off', 'remove-default-type'] };
    const text = 'KeepAlive 5\nDefaultType none\nMaxClients 5\n';
    const result = migrateFiles({}, { path: '<stdin>', text, options });
    expect(result).toMatchObject({ patchSet: { files: [{ after: 'KeepAlive On\nMaxRequestWorkers 5\n' }] } });
  });

  test('access rules that are not converted refuse nothing, whatever they depend on', () => {
    const text =
      'ServerRoot /srv\nMaxClients 5\n<Location />\nOrder deny,allow\nDeny from all\nAllow from ${X}\n</Location>\n';
    const refusedWith = (only: readonly string[] | null, skip: readonly string[] = []) => {
      const result = migrateFiles({ '/srv/httpd.conf': text }, { options: { ...OPTIONS, only, skip } });
      if ('code' in result) throw new Error(result.message);
      return { refused: result.refused.length, changed: result.patchSet.files.length };
    };
    expect(refusedWith(['rename-max-clients'])).toEqual({ refused: 0, changed: 1 });
    expect(refusedWith(null, ['convert-access-control']).refused).toBe(0);
    expect(refusedWith(['convert-access-control']).refused).toBe(1);
    expect(refusedWith(null).refused).toBe(1);
  });

  test('findings come in the order in which the server reads, with columns as an editor counts', () => {
    const files = {
      '/srv/httpd.conf': '\u00ef\u00bb\u00bfServerRoot /srv\nInclude z.conf\nInclude a.conf\nMaxClients 5\n',
      '/srv/z.conf': '\u00c3\u00a4 x\n\tMaxClients 5\n',
      '/srv/a.conf': 'MaxClients 5\n',
    };
    const result = migrateFiles(files);
    if ('code' in result) throw new Error(result.message);
    const said = result.findings.filter(({ transform }) => transform === 'rename-max-clients');
    const places = said.map(({ path, position }) => [path, position?.line, position?.column]);
    expect(places).toEqual([
      ['/srv/httpd.conf', 4, 1],
      ['/srv/z.conf', 2, 2],
      ['/srv/a.conf', 1, 1],
    ]);
  });

  test('what the model has to say is a finding', () => {
    const text = '<IfDefine SSL>\nInclude /srv/none.conf\n</IfDefine>\n';
    const result = migrateFiles({ '/srv/httpd.conf': text });
    expect(result).toMatchObject({
      findings: [
        { transform: 'model', messageId: 'include-missing', applicability: 'manual', applied: false },
      ],
    });
  });

  test.each([
    ['<Directory /a>\n', 'unclosed-section', 'error'],
    ['</Directory>\n', 'stray-close', 'error'],
    ['<Directory /a\n</Directory>\n', 'missing-bracket', 'error'],
    ['ServerName "a\n', 'unterminated-quote', 'warning'],
  ])('%j is a finding', (text, messageId, level) => {
    const result = migrateFiles({ '/srv/httpd.conf': text });
    expect(result).toMatchObject({ findings: [{ transform: 'syntax', messageId, level }] });
  });

  test('the proof is given the tree before and after, and its differences refuse the result', () => {
    const refused: AnswerDifference[] = [{ path: '/srv/httpd.conf', position: null, message: 'no' }];
    const texts: (string | undefined)[] = [];
    const result = migrateFiles(
      { '/srv/httpd.conf': 'MaxClients 5\n' },
      {
        proveAccess: (before, after) => {
          texts.push(...[before, after].map(({ files }) => files.get('/srv/httpd.conf')?.source.text));
          return refused;
        },
      },
    );
    expect(texts).toEqual(['MaxClients 5\n', 'MaxRequestWorkers 5\n']);
    expect(result).toMatchObject({ refused });
  });

  test('nothing to do: an empty patch set', () => {
    expect(migrateFiles({ '/srv/httpd.conf': 'Timeout 5\n' })).toMatchObject({
      patchSet: { files: [], links: [] },
      findings: [],
      refused: [],
    });
  });
});
