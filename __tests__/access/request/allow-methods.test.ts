import { describe, expect, test } from '@jest/globals';
import { ask, memoryTree, MODULES_24 } from './memory-tree.ts';

// AllowMethods of 2.4 (`am_check_access`, mod_allowmethods.c).

const MODULES = `${MODULES_24}LoadModule allowmethods_module modules/x.so\nLoadModule access_compat_module modules/x.so\n`;

function asked(method: string, lines: string, path = '/in/x') {
  const text = `${MODULES}<Directory />\nAllowOverride All\nRequire all granted\n</Directory>\n${lines}`;
  const tree = memoryTree({ 'conf/httpd.conf': text, 'htdocs/in/x': '' });
  return ask(tree, path, { method }, '2.4');
}

function status(...args: Parameters<typeof asked>): number | string | null {
  const { possible, served } = asked(...args);
  const answers = possible.map(({ answer }) => answer).join();
  return answers === 'pass' ? served.status : answers;
}

const location = (path: string, lines: string) => `<Location ${path}>\n${lines}\n</Location>\n`;

describe('a method that is not listed is answered with 405', () => {
  test('whoever asks', () => {
    const lines = location('/', 'AllowMethods GET\nRequire all denied');
    expect(status('POST', lines)).toBe(405);
    expect(status('GET', lines)).toBe('forbidden');
    expect(status('HEAD', lines)).toBe('forbidden');
    expect(status('POST', location('/', 'AllowMethods GET\nAllowMethods POST'))).toBe(200);
    expect(status('GET', location('/', 'AllowMethods HEAD'))).toBe(200);
  });

  test('by the innermost section that says so', () => {
    const outer = location('/', 'AllowMethods GET');
    expect(status('POST', outer + location('/in', 'AllowMethods POST'))).toBe(200);
    expect(status('GET', outer + location('/in', 'AllowMethods POST'))).toBe(405);
    expect(status('POST', outer + location('/in', 'AllowMethods Reset'))).toBe(200);
    expect(status('POST', outer + location('/in', 'Require all granted'))).toBe(405);
    expect(status('POST', outer + location('/else', 'AllowMethods POST'))).toBe(405);
    expect(status('POST', location('/', 'AllowMethods GET\nAllowMethods reset\nAllowMethods POST'))).toBe(
      200,
    );
  });

  test('of a folder, and no index file is asked for', () => {
    const rounds = (method: string) =>
      asked(method, `DirectoryIndex x\n${location('/', 'AllowMethods GET')}`, '/in/').evaluation.rounds;
    expect(rounds('GET').map(({ address }) => address)).toEqual(['/in/', '/in/x']);
    expect(rounds('POST').map(({ address }) => address)).toEqual(['/in/']);
  });

  test('in an <If> that holds', () => {
    expect(status('POST', '<If "true">\nAllowMethods GET\n</If>\n')).toBe(405);
    expect(status('POST', '<If "false">\nAllowMethods GET\n</If>\n')).toBe(200);
  });

  test('but who meets Require with Satisfy any', () => {
    const any = 'AllowMethods GET\nOrder allow,deny\nAllow from all\nSatisfy any\n';
    expect(status('POST', location('/', `${any}Require all granted`))).toBe(200);
    expect(status('POST', location('/', `${any}Require all denied`))).toBe('forbidden');
    expect(status('GET', location('/', `${any}Require all denied`))).toBe(200);
  });
});
