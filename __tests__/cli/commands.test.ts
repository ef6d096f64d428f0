import { beforeAll, describe, expect, test } from '@jest/globals';
import { contractRows, fates } from '../../src/catalog/index.ts';
import { explainDirective, explainRow, explainTransform } from '../../src/cli/render-explanation.ts';
import { transforms } from '../../transforms/index.ts';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { SMALL_SERVER, tempTree } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

const folder = tempTree(SMALL_SERVER);
const run = (...words: string[]) => runProgram(words, { folder });

describe('rules', () => {
  test('lists every transform, with how far its edits can be trusted', () => {
    const { exitCode, stdout, stderr } = run('rules');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    for (const { id, applicability, title } of transforms) {
      expect(stdout).toMatch(new RegExp(`^${id} +${applicability}  .*$`, 'm'));
      expect(stdout).toContain(title);
    }
  });
});

describe('explain', () => {
  test('a transform: its documentation under fixed headings', () => {
    const { exitCode, stdout } = run('explain', 'rename-max-clients');
    expect(exitCode).toBe(0);
    const headings = [
      'What it does',
      'Why',
      'Before',
      'After',
      'Edits',
      'Undo',
      'Limits',
      'Messages',
      'Read more',
    ];
    expect(stdout.split('\n').filter((line) => headings.includes(line))).toEqual(headings);
  });

  test('a directive, in any case, and a row of the upgrade guide', () => {
    expect(run('explain', 'maxclients').stdout).toMatch(
      /^MaxClients, from 2\.2 to 2\.4\n[^]*MaxRequestWorkers/,
    );
    expect(run('explain', 'eq-deny-all').stdout).toMatch(/^eq-deny-all: /);
    expect(run('explain', 'eq-deny-all').stdout).toContain('convert-access-control');
  });

  test('has something to say of each transform, row and directive, in lines that fit', () => {
    const texts = [
      ...transforms.map((transform) => explainTransform(transform, false)),
      ...contractRows.map((row) => explainRow(row, transforms, false)),
      ...fates().map((fate) => explainDirective(fate, transforms, false)),
    ];
    for (const text of texts) {
      expect(text.split('\n').length).toBeGreaterThan(3);
      expect(text).not.toMatch(/undefined|\[object/);
    }
  });
});

describe('tree', () => {
  test('shows what is read in which order, hosts, modules and problems', () => {
    const tree = tempTree({
      'conf/httpd.conf':
        'ServerRoot "/etc/httpd"\nListen 80\nLoadModule dir_module modules/mod_dir.so\n#LoadModule info_module modules/mod_info.so\nInclude conf.d/*.conf\nInclude none/*.conf\n',
      'conf.d/a.conf': '<VirtualHost *:80>\nServerName www.example.test\n</VirtualHost>\n',
    });
    const { exitCode, stdout, stderr } = runProgram(['tree', '.'], { folder: tree });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain(
      '  conf/httpd.conf\n    5: Include conf.d/*.conf\n      conf.d/a.conf\n    6: Include none/*.conf (missing)\n',
    );
    expect(stdout).toMatch(/Virtual hosts \(1\)\n {2}\*:80 +www\.example\.test +conf\.d\/a\.conf:1\n/);
    expect(stdout).toContain('Modules loaded (1)\n  dir_module\n');
    expect(stdout).toContain('Modules commented out (1)\n  info_module\n');
  });

  test('says what is wrong with a tree that is broken', () => {
    const tree = tempTree({
      'httpd.conf': 'ServerRoot "."\nListen 80\nInclude b.conf\n',
      'b.conf': 'Include httpd.conf\n',
    });
    const { exitCode, stdout } = runProgram(['tree', '.'], { folder: tree });
    expect(exitCode).toBe(2);
    expect(stdout).toContain('1: Include httpd.conf (is being read already: a cycle)');
    expect(stdout).toMatch(/Problems \(1\)\n {2}b\.conf:1 error: /);
    expect(run('tree', 'none')).toMatchObject({ exitCode: 2, stdout: '' });
  });
});
