import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
} from 'node:fs';
import { rmSync, symlinkSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '../free-port.ts';
import { BINARY, hasServer, startServer } from '../access/oracle/running-server.ts';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { tempTree, writeFiles } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

const MODULES = '/usr/lib/apache2/modules';
const SWITCHED_ON = ['alias', 'authz_host', 'dir', 'mime', 'negotiation'];

/** A tree as Debian's 2.2 has it; `@ROOT@` stands for its folder. */
function debianTree(
  files: Readonly<Record<string, string>>,
  links: Readonly<Record<string, string>>,
): string {
  const root = tempTree({});
  // The server's children are www-data's.
  chmodSync(root, 0o755);
  const loads = [...SWITCHED_ON, 'filter', 'authz_core'].map((name) => {
    return [`mods-available/${name}.load`, `LoadModule ${name}_module ${MODULES}/mod_${name}.so\n`] as const;
  });
  const all = { 'apache2.conf': MAIN, 'mime.types': '', ...Object.fromEntries(loads), ...files };
  const texts = Object.entries(all).map(([name, text]) => [name, text.replaceAll('@ROOT@', root)] as const);
  writeFiles(root, Object.fromEntries(texts));
  for (const folder of ['mods-enabled', 'sites-available', 'sites-enabled', 'logs']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  for (const name of SWITCHED_ON)
    symlinkSync(`../mods-available/${name}.load`, join(root, `mods-enabled/${name}.load`));
  for (const [name, target] of Object.entries(links))
    symlinkSync(target.replaceAll('@ROOT@', root), join(root, name));
  return root;
}

const MAIN = `ServerRoot "@ROOT@"
LockFile @ROOT@/logs/accept.lock
PidFile logs/apache2.pid
User www-data
Group www-data
ServerName localhost
ErrorLog logs/error.log
TypesConfig @ROOT@/mime.types
Include mods-enabled/*.load
Listen 127.0.0.1:\${PORT}
NameVirtualHost 127.0.0.1:\${PORT}
Include conf.d/
Include sites-enabled/
`;

function site(name: string): string {
  return `<VirtualHost 127.0.0.1:\${PORT}>
    ServerName ${name}.example
    DocumentRoot @ROOT@/www/${name}
    <Directory @ROOT@/www/${name}>
        Order allow,deny
        Allow from all
    </Directory>
</VirtualHost>
`;
}

const FILES = {
  'sites-available/default': site('a'),
  'sites-available/b.example': site('b'),
  'sites-available/off': site('off'),
  'sites-enabled/plain': site('c'),
  'conf.d/charset': '#AddDefaultCharset UTF-8\n',
  'conf-available/later.conf': '# later\n',
  'conf-enabled/here.conf': '# here\n',
  'www/a/index.html': 'a',
  'www/b/index.html': 'b',
  'www/c/index.html': 'c',
};
const LINKS = {
  'sites-enabled/000-default': '../sites-available/default',
  'sites-enabled/b.example': '@ROOT@/sites-available/b.example',
};

/** Each path with all that undo has to give back. */
function snapshot(root: string): Record<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted();
  const entries = names.map((name) => {
    const path = join(root, name);
    const { mode, uid, gid, ino, mtimeMs } = lstatSync(path);
    if (lstatSync(path).isDirectory()) return [name, `${mode} ${uid} ${gid}`] as const;
    return [name, `${mode} ${uid} ${gid} ${ino} ${mtimeMs} ${contentOf(path)}`] as const;
  });
  return Object.fromEntries(entries);
}

/** Names and what is in them. */
function contents(root: string): Record<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted();
  const leaves = names.filter(
    (name) => !lstatSync(join(root, name)).isDirectory() && !name.startsWith('.git'),
  );
  return Object.fromEntries(
    leaves.map((name) => [name, contentOf(join(root, name)).replaceAll(root, '@ROOT@')]),
  );
}

function contentOf(path: string): string {
  return lstatSync(path).isSymbolicLink() ? `-> ${readlinkSync(path)}` : readFileSync(path, 'latin1');
}

const run = (root: string, ...words: readonly string[]) =>
  runProgram(['.', '--target', 'debian', ...words], { folder: root, env: { PORT: '80' } });

describe("sites get the names that Debian's 2.4 knows", () => {
  const written = (...words: readonly string[]) => {
    const root = debianTree(FILES, LINKS);
    expect(run(root, '--write', '--quiet', ...words)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    return root;
  };

  test('files and links alike, in place; a second run has nothing to do', () => {
    const root = written();
    const now = contents(root);
    expect(Object.keys(now).filter((name) => name.startsWith('sites-'))).toEqual([
      'sites-available/000-default.conf',
      'sites-available/b.example.conf',
      'sites-available/off',
      'sites-enabled/000-default.conf',
      'sites-enabled/b.example.conf',
      'sites-enabled/plain.conf',
    ]);
    expect(now['sites-enabled/000-default.conf']).toBe('-> ../sites-available/000-default.conf');
    expect(now['sites-enabled/b.example.conf']).toBe('-> @ROOT@/sites-available/b.example.conf');
    expect(now['sites-available/b.example.conf']).toContain('Require all granted');
    expect(now['apache2.conf']).toContain('Include conf.d/\nIncludeOptional sites-enabled/*.conf\n');
    expect(run(root, '--check', '--quiet').exitCode).toBe(0);
  });

  test('undo gives each name, link and file back as it was', () => {
    const root = debianTree(FILES, LINKS);
    const before = snapshot(root);
    expect(run(root, '--write', '--quiet', '--apply', 'review').exitCode).toBe(0);
    expect(existsSync(join(root, 'conf-enabled/charset.conf'))).toBe(true);
    expect(existsSync(join(root, 'sites-available/default'))).toBe(false);
    expect(runProgram(['undo', '.'], { folder: root }).exitCode).toBe(0);
    expect(snapshot(root)).toEqual(before);
  });

  test.each([
    ['patch', 'patch', ['--binary', '-p1', '-s']],
    ['git apply', 'git', ['apply', '--whitespace=nowarn']],
  ])('the diff gives the same tree with %s', (_, program, words) => {
    const root = debianTree(FILES, LINKS);
    const shown = run(root, '--apply', 'review');
    expect(shown.exitCode).toBe(0);
    execFileSync(program, words, { cwd: root, input: Buffer.from(shown.stdout, 'latin1') });
    expect(contents(root)).toEqual(contents(written('--apply', 'review')));
  });

  test('a copy has them, and the tree stays as it is', () => {
    const root = debianTree(FILES, LINKS);
    const before = snapshot(root);
    const out = join(tempTree({}), 'copy');
    expect(run(root, '--out', out).exitCode).toBe(0);
    expect(snapshot(root)).toEqual(before);
    const link = `-> ${root}/sites-available/b.example.conf`;
    const copied = { ...contents(out), 'sites-enabled/b.example.conf': link.replace(root, '@ROOT@') };
    expect(Object.keys(copied)).toEqual(Object.keys(contents(written())));
    expect(contentOf(join(out, 'sites-enabled/b.example.conf'))).toBe(link);
  });

  test('a copy of a tree has links that are understood by the root that the tree names', () => {
    const here = debianTree(FILES, LINKS);
    const copy = join(tempTree({}), 'etc/apache2');
    cpSync(here, copy, { recursive: true, verbatimSymlinks: true });
    rmSync(here, { recursive: true });
    expect(
      runProgram(['.', '--target', 'debian', '--write'], { folder: copy, env: { PORT: '80' } }).exitCode,
    ).toBe(0);
    expect(contentOf(join(copy, 'sites-enabled/b.example.conf'))).toBe(
      `-> ${here}/sites-available/b.example.conf`,
    );
    expect(existsSync(join(copy, 'sites-available/b.example.conf'))).toBe(true);
  });
});

describe('names that have to stay are told', () => {
  test('a link that leads nowhere, names that are taken, another link', () => {
    const root = debianTree(
      {
        ...FILES,
        'sites-available/b.example.conf': site('b'),
        'sites-available/shared': site('shared'),
        'conf.d/.keep': '',
      },
      {
        ...LINKS,
        'sites-enabled/gone': '../sites-available/gone',
        'conf.d/shared': '../sites-available/shared',
        'sites-enabled/shared': '../sites-available/shared',
      },
    );
    const before = contents(root);
    const { stderr } = run(root, '--write');
    expect(stderr).toContain('sites-available has a b.example.conf already');
    expect(stderr).toContain(`it is read as ${root}/conf.d/shared, too, by a link that would lead nowhere`);
    expect(stderr).toContain('sites-enabled/gone is a symbolic link that leads nowhere');
    const now = contents(root);
    expect(now['sites-enabled/000-default.conf']).toBe('-> ../sites-available/000-default.conf');
    for (const name of ['b.example', 'gone', 'shared']) {
      expect(now[`sites-enabled/${name}`]).toBe(before[`sites-enabled/${name}`]);
    }
    expect(now['apache2.conf']).toContain('\nInclude sites-enabled/\n');
  });

  test('a file that comes out of the tree keeps its own name', () => {
    const outside = tempTree({ vhost: '# an application\n' });
    const root = debianTree(FILES, { ...LINKS, 'sites-enabled/app': join(outside, 'vhost') });
    expect(run(root, '--write', '--quiet').exitCode).toBe(0);
    expect(contentOf(join(root, 'sites-enabled/app.conf'))).toBe(`-> ${outside}/vhost`);
    expect(readdirSync(outside)).toEqual(['vhost']);
  });
});

(hasServer() ? describe : describe.skip)('a real 2.4 of Debian', () => {
  test("reads the sites as before, and so does one with Debian's own Include lines; a2dissite knows them", async () => {
    const root = debianTree({ ...FILES, 'sites-enabled/plain.dpkg-old': site('a') }, LINKS);
    const port = await freePort();
    const env = { PORT: String(port) };
    const given = ['--env', `PORT=${port}`];
    const words = ['.', '--httpd', BINARY, ...given, '--configtest=start', '--write', '--apply', 'review'];
    const { exitCode, stderr } = runProgram(words, { folder: root, env });
    expect(stderr).toContain('plain.dpkg-old: Debian');
    expect(exitCode).toBe(0);
    const server = await startServer(['-d', root, '-f', join(root, 'apache2.conf')], env, port);
    try {
      const asked = ['a', 'b', 'c', 'nobody'].map((name) => ask(port, `${name}.example`));
      expect(await Promise.all(asked)).toEqual(['a', 'b', 'c', 'a']);
    } finally {
      await server.stop();
    }
    const main = readFileSync(join(root, 'apache2.conf'), 'latin1');
    expect(main).toContain('IncludeOptional conf-enabled/*.conf\nIncludeOptional sites-enabled/*.conf\n');
    execFileSync('a2dissite', ['-q', 'b.example'], {
      env: { ...process.env, APACHE_CONFDIR: root, APACHE_ENVVARS: '/dev/null' },
    });
    expect(existsSync(join(root, 'sites-enabled/b.example.conf'))).toBe(false);
  });
});

function ask(port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', headers: { Host: host } }, (response) => {
      let body = '';
      response.setEncoding('latin1').on('data', (data: string) => (body += data));
      response.on('end', () => resolve(body));
    }).on('error', reject);
  });
}
