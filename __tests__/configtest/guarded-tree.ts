import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../cli/run-program.ts';
import type { Ran } from '../cli/run-program.ts';
import { tempTree } from '../cli/temp-tree.ts';

export const BINARY = '/usr/sbin/apache2';

/** False, said aloud, where there is no server to ask. In CI there must be one. */
export function hasServer(): boolean {
  const found = existsSync(BINARY);
  if (!found && process.env['CI']) throw new Error(`${BINARY} is missing`);
  if (!found) console.warn(`SKIPPED: ${BINARY} is missing, --configtest is not tried`);
  return found;
}

export interface TestServer {
  readonly root: string;
  /** Where the program lays its stages; empty again after each run. */
  readonly temp: string;
  run(words: readonly string[]): Ran;
  /** What is left in the folder for temporary files. */
  leftOver(): string[];
  /** Whether the program of that name in the tree was run: it then leaves a file. */
  wasRun(program: string): boolean;
}

/** A 2.2 server in a folder of its own with these lines behind what each needs; `@ROOT@` stands for the folder. */
export function testServer(
  lines: string,
  files: Readonly<Record<string, string>> = {},
  programs: readonly string[] = [],
): TestServer {
  const root = tempTree({});
  const temp = tempTree({});
  for (const folder of ['conf', 'logs', 'htdocs']) mkdirSync(join(root, folder));
  symlinkSync('/usr/lib/apache2/modules', join(root, 'modules'));
  const put = (name: string, text: string) => {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), text.replaceAll('@ROOT@', root), 'latin1');
  };
  put('conf/httpd.conf', `${HEAD}${lines}\n`);
  for (const [name, text] of Object.entries(files)) put(name, text);
  for (const program of programs) {
    put(program, `#!/bin/sh\ntouch @ROOT@/${program}.ran\necho secret\n`);
    chmodSync(join(root, program), 0o755);
  }
  return {
    root,
    temp,
    run: (words) => runProgram(words, { folder: root, env: { TMPDIR: temp } }),
    leftOver: () => readdirSync(temp),
    wasRun: (program) => existsSync(join(root, `${program}.ran`)),
  };
}

/** The beginning of a main file that either version reads. */
export const COMMON_HEAD = `ServerRoot "@ROOT@"
ServerName www.example.test
Listen 80
User www-data
Group www-data
PidFile logs/httpd.pid
ErrorLog logs/error_log
DocumentRoot "@ROOT@/htdocs"
`;

const HEAD = `${COMMON_HEAD}LoadModule authz_host_module modules/mod_authz_host.so
<Directory "@ROOT@/htdocs">
    Order allow,deny
    Allow from all
</Directory>
`;
