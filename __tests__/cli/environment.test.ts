import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { rejectStaleBuild, runProgram, startProgram } from './run-program.ts';
import type { Ran } from './run-program.ts';
import { readTree, tempTree, writeFiles } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

/** A whole server of 2.2 with these lines at the end of its main file; `@ROOT@` is its folder. */
function server(lines: string, files: Readonly<Record<string, string>> = {}): string {
  const folder = tempTree({ 'htdocs/index.html': 'x', 'htdocs/a/x.html': 'x' });
  const modules = ['authz_host', 'alias', 'auth_basic', 'authn_file', 'authz_user', 'authz_groupfile'];
  const main = [
    `ServerRoot "${folder}"`,
    'Listen 8080',
    ...modules.map((name) => `LoadModule ${name}_module modules/mod_${name}.so`),
    'DocumentRoot "@ROOT@/htdocs"',
    '<Directory />\nAllowOverride None\nOrder deny,allow\nDeny from all\n</Directory>',
    '<Directory "@ROOT@/htdocs">\nOrder allow,deny\nAllow from all\n</Directory>',
    lines,
  ].join('\n');
  const all = Object.entries({ 'conf/httpd.conf': `${main}\n`, ...files });
  writeFiles(
    folder,
    Object.fromEntries(all.map(([name, text]) => [name, text.replaceAll('@ROOT@', folder)])),
  );
  return folder;
}

function inA(lines: string): string {
  return `<Directory "@ROOT@/htdocs/a">\n${lines}\n</Directory>`;
}

function migrate(folder: string, words: readonly string[] = [], env: Record<string, string> = {}): Ran {
  return runProgram(['.', '--write', '--semantics', 'exact', ...words], { folder, env });
}

/** As the command that is installed: Node has an --env-file of its own. */
function runCommand(folder: string, words: readonly string[]): Ran {
  return startProgram(['.', ...words], { folder }, true);
}

const mainOf = (folder: string): string => readTree(folder)['conf/httpd.conf'] ?? '';

const NET = 'Order deny,allow\nDeny from all\nAllow from ${NET}';

/** What depends on a variable -> the lines, further files. */
const OPEN: Readonly<Record<string, readonly [lines: string, files?: Record<string, string>]>> = {
  'who is let in': [inA(NET)],
  'who is kept out': [inA('Order allow,deny\nAllow from all\nDeny from ${NET}')],
  'the Order': [inA('Order ${NET}\nAllow from 10.0.0.1\nDeny from 10.0.0.2')],
  Satisfy: [inA('AuthType Basic\nAuthName x\nRequire valid-user\nDeny from all\nSatisfy ${NET}')],
  'the kind of a Require line': [inA('AuthType Basic\nAuthName x\nRequire ${NET}\nDeny from all')],
  'the methods of a Limit': [inA('<Limit ${NET}>\nOrder allow,deny\nDeny from all\n</Limit>')],
  'the name of a directive': [inA('${NET} from all\nOrder allow,deny\nAllow from all')],
  AllowOverride: [inA('AllowOverride ${NET}\nOrder allow,deny\nAllow from all')],
  'an Include': ['Include conf/${NET}.inc', { 'conf/live.inc': inA('Order allow,deny\nDeny from all') }],
  'what .htaccess files are called': [
    `AccessFileName \${NET}\n${inA('AllowOverride All')}`,
    { 'htdocs/a/.acl': 'Order allow,deny\nDeny from all\n' },
  ],
  'a folder that is served': ['Alias /d ${NET}/d\n<Directory ${NET}>\nAllowOverride All\n</Directory>'],
};

describe('a variable that has no value, although the environment of this program has one', () => {
  test.each(Object.entries(OPEN))('%s: nothing is written, and it is told', (_what, [lines, files]) => {
    const folder = server(lines, files);
    const before = readTree(folder);
    const { exitCode, stdout, stderr } = migrate(folder, [], { NET: 's3cr3t.example' });
    expect({ exitCode, tree: readTree(folder) }).toEqual({ exitCode: 4, tree: before });
    expect(stderr).toMatch(/error unknown: .*\$\{NET\}/);
    expect(stderr).toContain('--env NET=VALUE');
    expect(stdout + stderr).not.toContain('s3cr3t');
  });

  test.each([
    ['all are let in', 'Order deny,allow\nAllow from all\nDeny from ${NET}', 'Require all granted'],
    ['all are kept out', 'Order allow,deny\nDeny from all\nAllow from ${NET}', 'Require all denied'],
  ])('%s, whatever it is: decided for all values', (_what, lines, written) => {
    const folder = server(inA(lines));
    const { exitCode, stderr } = migrate(folder);
    expect(stderr).not.toContain('error unknown');
    expect({ exitCode, hasNet: mainOf(folder).includes('${NET}') }).toEqual({ exitCode: 0, hasNet: false });
    expect(mainOf(folder)).toContain(`htdocs/a">\n${written}\n</Directory>`);
  });

  test('a mask stays as it is written: it can be nothing else', () => {
    const folder = server(inA('Order deny,allow\nDeny from all\nAllow from 10.1.0.0/${NET}'));
    expect(migrate(folder).exitCode).toBe(0);
    expect(mainOf(folder)).toContain('Require ip 10.1.0.0/${NET}\n');
  });

  test('so does a part of an address, and an error says that 2.4 does not start without its value', () => {
    const folder = server(inA('Order deny,allow\nDeny from all\nAllow from 10.0.0.${NET} 10.1.0.0/${NET}'));
    const { exitCode, stderr } = migrate(folder);
    expect({ exitCode, main: mainOf(folder) }).toMatchObject({
      exitCode: 3,
      main: expect.stringContaining('Require ip 10.0.0.${NET} 10.1.0.0/${NET}\n'),
    });
    expect(stderr).toMatch(
      /error unknown: \$\{NET\} has no value here\. `Allow from 10\.0\.0\.\$\{NET\} .* is converted as an address/,
    );
  });

  test('the names of users stay as they are written: both versions read them alike', () => {
    const lines =
      'AuthType Basic\nAuthName x\nAuthUserFile u\nRequire user ${NET} bob\nSatisfy any\nDeny from all';
    const folder = server(inA(lines));
    expect(migrate(folder).exitCode).toBe(0);
    expect(mainOf(folder)).toContain('Require user ${NET} bob\n');
  });

  test('the name of a variable is taken for one: written, and an error says so', () => {
    const folder = server(inA('Order deny,allow\nDeny from all\nAllow from env=${NET}'));
    const { exitCode, stderr } = migrate(folder);
    expect({ exitCode, main: mainOf(folder) }).toMatchObject({
      exitCode: 3,
      main: expect.stringContaining('Require env ${NET}\n'),
    });
    expect(stderr).toMatch(
      /error unknown: \$\{NET\} has no value here\. `Allow from env=\$\{NET\}` is converted/,
    );
  });
});

describe('a value that is given decides, and is not written', () => {
  test.each([
    ['addresses', '10.0.0.1 10.2.0.0/16', 'Require ip ${NET}'],
    ['a name', 'intern.example', 'Require host ${NET}'],
    ['a variable', 'env=inside', 'Require env inside'],
    ['all', 'all', 'Require all granted'],
  ])('%s', (_what, value, written) => {
    const folder = server(inA(NET));
    const { exitCode, stderr } = migrate(folder, ['--env', `NET=${value}`]);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(mainOf(folder)).toContain(`htdocs/a">\n${written}\n</Directory>`);
  });

  test('as the kind and the names of a Require line', () => {
    const folder = server(
      inA(
        'AuthType Basic\nAuthName x\nAuthUserFile u\nAuthGroupFile g\nRequire ${NET}\nSatisfy ${HOW}\nDeny from all',
      ),
    );
    const { exitCode } = migrate(folder, ['--env', 'NET=group admins', '--env', 'HOW=any']);
    expect(exitCode).toBe(0);
    expect(mainOf(folder)).toContain('Require ${NET}\n');
    expect(mainOf(folder)).not.toMatch(/Satisfy|admins/);
  });

  test('what another section says itself is not written as the variable', () => {
    const folder = server(
      `${inA(NET)}\n<Directory "@ROOT@/htdocs/b">\nOrder deny,allow\nDeny from all\nAllow from 10.0.0.1\n</Directory>`,
    );
    expect(migrate(folder, ['--env', 'NET=10.0.0.1']).exitCode).toBe(0);
    expect(mainOf(folder)).toContain('htdocs/b">\nRequire ip 10.0.0.1\n');
  });

  test('from a file, as systemd and shells write it; --env wins over it', () => {
    const folder = server(inA(`${NET}\nDeny from \${BAD}`), {
      env: '# of the unit\nexport NET="10.0.0.1"\nBAD=10.0.0.9 10.0.0.8\n',
    });
    expect(migrate(folder, ['--env-file', 'env', '--env', 'NET=all']).exitCode).toBe(0);
    expect(mainOf(folder)).toContain('htdocs/a">\nRequire all granted\n');
  });

  test("from the tree: the start script's file", () => {
    const folder = server(inA(NET), { 'bin/envvars': 'export NET=10.0.0.1\n' });
    expect(migrate(folder).exitCode).toBe(0);
    expect(mainOf(folder)).toContain('Require ip ${NET}\n');
  });

  test('--env without a value is an error', () => {
    const folder = server('');
    const { exitCode, stderr } = migrate(folder, ['--env', 'NET']);
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--env NET=VALUE'),
    });
  });

  test('a file that is not there is an error', () => {
    const folder = server(inA(NET));
    const before = readTree(folder);
    const { exitCode, stderr } = runCommand(folder, ['--env-file', 'none']);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: "httpd-codemod: none (--env-file) can't be read\n",
    });
    expect(readTree(folder)).toEqual(before);
  });

  test('no program that the file names is run', () => {
    const folder = server(inA(NET), {
      env: 'NODE_OPTIONS="--require ./run-me.cjs"\nNET=10.0.0.1\n',
      'run-me.cjs': "require('fs').writeFileSync('was-run', '')",
    });
    expect(runCommand(folder, ['--env-file', 'env', '--quiet']).exitCode).toBe(0);
    expect(readdirSync(folder)).not.toContain('was-run');
  });
});

test('no value of the environment gets into a file or a message, whatever a .htaccess file asks for', () => {
  const secrets = Object.fromEntries(
    ['AWS_SECRET_ACCESS_KEY', 'DB_PASSWORD', 'HOME', 'USER', 'TERM', 'NET'].map((name) => [
      name,
      `leaked-${name}.x`,
    ]),
  );
  const names = Object.keys(secrets);
  const tenant = [
    ...names.map((name) => `Allow from \${${name}}`),
    ...names.map((name) => `Redirect /${name} http://\${${name}}/`),
    ...names.map((name) => `Require user \${${name}}`),
    ...names.map((name) => `\${${name}}`),
    'Order deny,allow\n',
  ].join('\n');
  const folder = server(inA('AllowOverride All'), { 'htdocs/a/.htaccess': tenant });
  const commands = [
    ['.', '--write'],
    ['.', '--write', '--access', 'compat'],
    ['tree', '.'],
    ['who', '/a/x.html', '--tree', '.'],
    ['verify', '.', '.'],
    ['htdocs/a/.htaccess', '--write'],
  ];
  for (const words of commands) {
    const { stdout, stderr } = runProgram(words, { folder, env: secrets });
    expect(`${stdout}${stderr}${Object.values(readTree(folder)).join('')}`).not.toContain('leaked-');
  }
});
