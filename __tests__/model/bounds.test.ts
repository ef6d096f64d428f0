import { describe, expect, test } from '@jest/globals';
import { buildModel, createMemoryReader, isModelFailure } from '../../src/model/index.ts';
import type { ServerModel } from '../../src/model/index.ts';

const MAIN = '/etc/httpd/conf/httpd.conf';

function modelOf(files: Readonly<Record<string, string>>, maxLines?: number): ServerModel {
  const request = { path: MAIN, ...(maxLines !== undefined && { maxLines }) };
  const model = buildModel(request, createMemoryReader(files));
  if (isModelFailure(model)) throw new Error(`${model.code}: ${model.message}`);
  return model;
}

function codesOf(model: ServerModel): string[] {
  return model.problems.map(({ code, level }) => `${level} ${code}`);
}

describe('a tree of more lines than there is memory for', () => {
  const lines = 'Listen 80\n'.repeat(60);

  test('is no model, if it is the main file', () => {
    expect(() => modelOf({ [MAIN]: `ServerRoot /etc/httpd\n${lines}` }, 50)).toThrow(/^too-large: .*lines/);
  });

  test('is an error at the Include line whose file is too much', () => {
    const main = `ServerRoot /etc/httpd\nInclude a.conf\nInclude b.conf\n`;
    const model = modelOf({ [MAIN]: main, '/etc/httpd/a.conf': lines, '/etc/httpd/b.conf': lines }, 100);
    expect(codesOf(model)).toEqual(['error tree-too-large']);
    expect(model.files.size).toBe(2);
  });

  test('is an error at a .htaccess file that is too much', () => {
    const main = `ServerRoot /etc/httpd\nDocumentRoot /srv\n<Directory /srv>\nAllowOverride All\n</Directory>\n`;
    expect(codesOf(modelOf({ [MAIN]: main, '/srv/.htaccess': lines }, 50))).toEqual(['error tree-too-large']);
  });

  test('counts a long line as many', () => {
    const main = `ServerRoot /etc/httpd\nInclude a.conf\n`;
    const files = { [MAIN]: main, '/etc/httpd/a.conf': `Listen ${'8 '.repeat(5000)}\n` };
    expect(codesOf(modelOf(files, 1000))).toEqual(['error tree-too-large']);
    expect(codesOf(modelOf(files, 1500))).toEqual([]);
  });
});

test('variables that double with every line end', () => {
  const defines = Array.from({ length: 60 }, (_, at) => `Define V${at + 1} "\${V${at}}\${V${at}}"`);
  const uses = Array.from({ length: 200 }, () => 'Header set X "${V30}"');
  const text = ['ServerRoot /etc/httpd', 'Define V0 aaaaaaaa', ...defines, ...uses, ''].join('\n');
  const model = modelOf({ [MAIN]: text }, 100_000);
  expect(codesOf(model)).toContain('error tree-too-large');
  for (const value of model.defines.values()) expect(value.length).toBeLessThan(2 ** 21);
});
