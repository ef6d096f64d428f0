import { describe, expect, test } from '@jest/globals';
import { readBuiltIn22 } from '../../src/target/index.ts';

describe('what a 2.2 server lists as compiled in', () => {
  test('httpd -M: what is shared is loaded by lines', () => {
    const output =
      'Loaded Modules:\n core_module (static)\n mpm_worker_module (static)\n ssl_module (shared)\r\n own_module (static)\r\nSyntax OK\n';
    expect(readBuiltIn22(output)).toEqual({
      builtIn: ['core_module', 'mpm_worker_module', 'own_module'],
      notIn22: [],
    });
  });

  test('httpd -l', () => {
    const output = 'Compiled in modules:\n  core.c\n  prefork.c\n  http_core.c\n  mod_so.c\n  mod_own.c\n';
    expect(readBuiltIn22(output)).toEqual({
      builtIn: ['core_module', 'mpm_prefork_module', 'http_module', 'so_module', 'own_module'],
      notIn22: [],
    });
  });

  test('the list of a 2.4 server is none', () => {
    expect(readBuiltIn22(' core_module (static)\n authz_core_module (static)\n').notIn22).toEqual([
      'authz_core_module',
    ]);
    expect(readBuiltIn22('ServerRoot /etc/httpd\nLoadModule a_module mod_a.so\n').builtIn).toEqual([]);
  });
});
