import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { PROJECT, rejectStaleBuild, runProgram } from './run-program.ts';
import type { Ran } from './run-program.ts';
import { readTree, SMALL_SERVER, tempTree, writeFiles } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

/** Trees whose bytes are easily lost on the way through a diff. Each has the name of what is odd about it. */
const ODD_TREES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ordinary: SMALL_SERVER,
  'CRLF line endings': { 'httpd.conf': 'ServerRoot "."\r\nListen 80\r\nMaxClients 5\r\n# end\r\n' },
  'mixed line endings': { 'httpd.conf': 'ServerRoot "."\nListen 80\r\nMaxClients 5\r\n# end\n' },
  'no last newline': { 'httpd.conf': 'ServerRoot "."\nListen 80\nMaxClients 5' },
  'Latin-1 bytes': { 'httpd.conf': 'ServerRoot "."\nListen 80\n# caf\xe9\nMaxClients 5 \n# \xff\xfe\n' },
  'UTF-8 text': { 'httpd.conf': 'ServerRoot "."\nListen 80\n# caf\xc3\xa9\nMaxClients 5\n' },
  'byte order mark': { 'httpd.conf': '\xef\xbb\xbfServerRoot "."\nListen 80\nMaxClients 5\n' },
  'control characters': { 'httpd.conf': 'ServerRoot "."\nListen 80\n# \x1b[31m\x07 \x0c\nMaxClients 5\n' },
  'lines like headers': { 'httpd.conf': 'ServerRoot "."\nListen 80\n--- a/x\n+++ b/x\nMaxClients 5\n-- \n' },
  'spaces in names': {
    'httpd.conf': 'ServerRoot "."\nListen 80\nInclude "a site/*.conf"\n',
    'a site/my site.conf': 'MaxClients 5\n',
  },
  'letters beyond ASCII in names': {
    'httpd.conf': 'ServerRoot "."\nListen 80\nInclude sites/*.conf\n',
    'sites/caf\u00e9.conf': 'MaxClients 5\n',
  },
  '.htaccess files alone': {
    '.htaccess': 'Order allow,deny\nAllow from all\n',
    'sub/.htaccess': '# nothing\n',
  },
};

const APPLY = [
  ['patch', '--binary', '-p1', '--quiet'],
  ['git', 'apply', '--whitespace=nowarn'],
];

describe.each(Object.entries(ODD_TREES))('a dry run over a tree with: %s', (_name, files) => {
  const folder = tempTree(files);
  const written = tempTree(files);
  let shown: Ran;
  beforeAll(() => {
    shown = runProgram(['.'], { folder });
  });

  test('changes nothing on disk and prints a diff', () => {
    expect(shown.exitCode).toBe(0);
    expect(shown.stdout).toMatch(/^(?:diff --git|---) /);
    expect(shown.stderr).toContain('--write');
    expect(readTree(folder)).toEqual(files);
  });

  test('whose diff gives with patch --binary -p1 and with git apply what --write gives', () => {
    expect(runProgram(['.', '--write'], { folder: written }).exitCode).toBe(0);
    expect(readTree(written)).not.toEqual(files);
    for (const words of APPLY) {
      const patched = tempTree(files);
      const input = Buffer.from(shown.stdout, 'latin1');
      const result = spawnSync(words[0] ?? '', words.slice(1), { cwd: patched, input });
      expect(`${result.stderr.toString()}${result.stdout.toString()}`).toBe('');
      expect(readTree(patched)).toEqual(readTree(written));
    }
  });
});

test.each(['-n', '--dry-run'])('%s says what is so without it', (option) => {
  const folder = tempTree(SMALL_SERVER);
  expect(runProgram(['.', option], { folder })).toEqual(runProgram(['.'], { folder }));
  expect(readTree(folder)).toEqual(SMALL_SERVER);
});

test('the diff is made from the current folder if the tree lies below it', () => {
  const folder = tempTree(SMALL_SERVER);
  expect(runProgram(['.'], { folder }).stdout).toContain('--- a/conf/httpd.conf\n');
  expect(runProgram(['httpd.conf'], { folder: join(folder, 'conf') }).stdout).toContain(
    '--- a/conf/httpd.conf\n',
  );
});

test('where it lies elsewhere, the last lines say where the diff applies', () => {
  const folder = tempTree(SMALL_SERVER);
  const elsewhere = tempTree({});
  const { stderr } = runProgram([folder, '--output', 'x.diff'], { folder: elsewhere });
  expect(readFileSync(join(elsewhere, 'x.diff'), 'utf8')).toContain('--- a/conf/httpd.conf\n');
  expect(stderr).toContain(`patch --binary -p1 -d ${folder} < DIFF`);
});

test('several servers: one diff after the other', () => {
  const folder = tempTree({});
  for (const name of ['a', 'b']) {
    writeFiles(
      folder,
      Object.fromEntries(Object.entries(SMALL_SERVER).map(([path, text]) => [`${name}/${path}`, text])),
    );
  }
  const { exitCode, stdout } = runProgram(['a', 'b', '--format', 'diff'], { folder });
  expect(exitCode).toBe(0);
  expect(stdout.match(/^--- .*/gm)).toEqual([
    '--- a/a/conf.d/limits.conf',
    '--- a/a/conf/httpd.conf',
    '--- a/b/conf.d/limits.conf',
    '--- a/b/conf/httpd.conf',
  ]);
});

test('a tree that is 2.4 already has no diff, and that is said', () => {
  const folder = tempTree({
    'httpd.conf': 'ServerRoot "."\nListen 80\n<Directory "/srv">\n  Require all granted\n</Directory>\n',
  });
  const before = runProgram(['.', '--write'], { folder });
  expect(before.exitCode).toBe(0);
  const { exitCode, stdout, stderr } = runProgram(['.'], { folder });
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
  expect(stderr).toContain('Nothing to change in 1 file: it is written for 2.4 already (');
});

test('variables have the values that are given, not those of the environment', () => {
  const folder = tempTree({
    'httpd.conf': 'ServerRoot "."\nListen 80\nInclude ${SITES}/*.conf\n',
    'sites/a.conf': 'MaxClients 5\n',
  });
  const given = ['--env', 'SITES=sites'];
  expect(runProgram(['.', ...given], { folder }).stdout).toMatch(/^\+MaxRequestWorkers 5$/m);
  expect(runProgram(['tree', '.', ...given], { folder }).stdout).toContain('sites/a.conf');
  const env = { SITES: 'sites' };
  expect(runProgram(['.'], { folder, env }).stdout).not.toContain('MaxRequestWorkers');
  expect(runProgram(['tree', '.'], { folder, env }).stdout).not.toContain('sites/a.conf');
});

test('tree names the folders that were not searched, and files that are not there', () => {
  const served = '<Directory /nowhere/www>\nAllowOverride All\n</Directory>\nDocumentRoot /nowhere/www\n';
  const folder = tempTree({ 'httpd.conf': `ServerRoot "."\nListen 80\n${served}Include gone.conf\n` });
  const { exitCode, stdout } = runProgram(['tree', '.'], { folder });
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(
    /^Not known \(2\)\n {2}httpd\.conf:7: \S+gone\.conf is missing\..*\n {2}httpd\.conf:6: \/nowhere\/www is served and not here\./m,
  );
});

describe('what the summary claims', () => {
  const meant =
    '<Location /x>\nAuthType Basic\nAuthName x\nRequire valid-user\nOrder deny,allow\nDeny from all\n</Location>\n';

  test('names the sections that let in more people, since they were converted as they were meant', () => {
    const folder = tempTree({ 'x.conf': meant });
    const { exitCode, stderr } = runProgram(['x.conf'], { folder });
    expect(exitCode).toBe(3);
    expect(stderr).toContain(
      '\nProven: 2.4 lets in the same people as 2.2, but for 1 section that lets in more.\n',
    );
    const exact = runProgram(['x.conf', '--semantics', 'exact'], { folder });
    expect(exact.stderr).toContain('\nProven: 2.4 lets in the same people as 2.2.\n');
    const { stdout } = runProgram(['x.conf', '--format', 'markdown'], { folder });
    expect(stdout).toContain('but for 1 section that lets in more');
    // Who gets in is told of what 2.2 did, not of what its lines were meant to say.
    expect(stdout).toMatch(/\| Nobody[^|]*\| Only users who log in\.[^|]*\| .*2\.2 answers 403/);
  });

  test('names requests that only one version leads somewhere', () => {
    const guarded = '<IfVersion >= 2.4>\nAlias /new /srv/new\n</IfVersion>\n';
    const folder = tempTree({ 'one.conf': guarded, 'both.conf': `${guarded}${meant}` });
    const one = runProgram(['one.conf', '--format', 'markdown'], { folder });
    const both = runProgram(['both.conf'], { folder });
    const led = 'requests under lines that one version alone reads';
    expect(one.stdout).toContain(`2.4 lets in the same people as 2.2, but for ${led}`);
    expect(both.stderr).toContain(`as 2.2, but for 1 section that lets in more and ${led}.\n`);
    const silent = tempTree({
      'x.conf': `# httpd-codemod: ignore-file report-lines-of-one-version -- we know\n${guarded}${meant}`,
    });
    expect(runProgram(['x.conf'], { folder: silent }).stderr).toContain(led);
  });

  test('silencing the error does not make it a whole proof', () => {
    const folder = tempTree({
      'x.conf': `# httpd-codemod: ignore-file convert-access-control -- we know\n${meant}`,
    });
    const { exitCode, stderr } = runProgram(['x.conf'], { folder });
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('but for 1 section that lets in more'),
    });
  });

  test('is that a file of which no line is known is no Apache configuration', () => {
    const folder = tempTree({ 'x.conf': 'Dear all,\nthis is a letter.\n' });
    const { exitCode, stderr } = runProgram(['x.conf'], { folder });
    expect(exitCode).toBe(3);
    expect(stderr).toContain('This does not look like an Apache configuration');
  });
});

test.each([
  [[], 'names yours). The new text needs 2.4.39 or later: `MergeSlashes`.\n'],
  [['--target', '2.4.62'], 'for httpd 2.4.62.\n'],
])(
  'the first line says which releases take the new text, where nothing shows the release: %j',
  (options, end) => {
    const allowing = 'Order allow,deny\nAllow from all\n';
    const folder = tempTree({
      'httpd.conf': `ServerRoot "."\nListen 80\n<Location />\nOrder allow,deny\n</Location>\n<LocationMatch ^/a/b/>\n${allowing}</LocationMatch>\n`,
    });
    const { stderr } = runProgram(['httpd.conf', ...options], { folder });
    expect(stderr.slice(0, stderr.indexOf('\n') + 1)).toContain(end);
  },
);

test('certificates are looked into by the built program, whose bundle makes no classes of Node', () => {
  const conf = join(PROJECT, '__fixtures__/transforms/report-tls-library/certificates/input/conf');
  const folder = tempTree({
    'httpd.conf':
      'ServerRoot "."\nListen 443\nLoadModule ssl_module modules/mod_ssl.so\nSSLCertificateFile short.pem\nSSLCertificateFile sha1.pem\nSSLCertificateFile good.pem\n',
    ...Object.fromEntries(
      ['short.pem', 'sha1.pem', 'good.pem'].map((name) => [name, readFileSync(join(conf, name), 'latin1')]),
    ),
  });
  const { stderr } = runProgram(['httpd.conf'], { folder });
  expect(stderr).toContain('The RSA key of short.pem has 1024 bits.');
  expect(stderr).toContain('sha1.pem is signed with SHA-1');
  expect(stderr).not.toContain('good.pem');
});
