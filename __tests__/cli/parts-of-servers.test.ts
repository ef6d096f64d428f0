import { beforeAll, describe, expect, test } from '@jest/globals';
import { rejectStaleBuild, runProgram } from './run-program.ts';
import { readTree, tempTree } from './temp-tree.ts';

beforeAll(rejectStaleBuild);

const BLOCK_LIST = 'Order allow,deny\nAllow from all\nDeny from 192.0.2.1\n';
const BLOCKED = '<RequireAll>\n    Require all granted\n    Require not ip 192.0.2.1\n</RequireAll>\n';

describe('the inside of a section as a file of its own', () => {
  test.each(['x.conf', 'badhosts.inc', 'hosts'])(
    'is converted as %s, and its section is asked for',
    (name) => {
      const folder = tempTree({ [name]: BLOCK_LIST });
      const { exitCode, stderr } = runProgram([name, '--write'], { folder });
      expect(exitCode).toBe(3);
      expect(stderr).toContain(`${name} error unknown: These access rules are in no section`);
    },
  );

  test('is converted on standard input', () => {
    const { exitCode, stdout } = runProgram(['-'], { folder: tempTree({}), input: BLOCK_LIST });
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: BLOCKED });
  });

  test('is nothing odd as a .htaccess file', () => {
    const folder = tempTree({ '.htaccess': BLOCK_LIST });
    expect(runProgram(['.htaccess'], { folder }).exitCode).toBe(0);
  });
});

describe('a section of a part', () => {
  test.each(['!mod_foo.c', 'mod_foo.c', '!mod_rewrite.c'])(
    'keeps its rules inside <IfModule %s>',
    (question) => {
      const folder = tempTree({
        'x.conf': `<Directory /srv/a>\n  <IfModule ${question}>\n    Order allow,deny\n    Allow from all\n  </IfModule>\n</Directory>\n`,
      });
      const { exitCode, stdout } = runProgram(['x.conf'], { folder });
      expect(exitCode).toBe(0);
      expect(stdout).toContain('+    Require all granted');
    },
  );

  test('says by itself what holds, whatever the server says around it', () => {
    const folder = tempTree({
      'x.conf':
        '<Directory /srv/a>\nOrder deny,allow\nDeny from all\nAllow from 10.1\n</Directory>\n<Location /x>\nAuthType Basic\nAuthName x\nRequire valid-user\n</Location>\n',
    });
    const { exitCode, stdout } = runProgram(['x.conf'], { folder });
    expect(exitCode).toBe(0);
    expect(stdout).not.toContain('AuthMerging');
  });
});

test('a main file on standard input is read, though what it includes is not there', () => {
  const input =
    'Listen 80\nUser www\nDocumentRoot /srv\nInclude conf.d/x.conf\n<Directory />\nAllowOverride None\nOrder allow,deny\n</Directory>\n';
  const { exitCode, stdout, stderr } = runProgram(['-'], { folder: tempTree({}), input });
  expect(exitCode).toBe(3);
  expect(stdout).toContain('Require all denied');
  expect(stderr).toContain('conf.d/x.conf is missing');
});

test.each(['httpd.conf', 'conf/httpd.conf'])(
  'ServerRoot "." of %s is where its Include lines lead',
  (main) => {
    const rules = '<Location /a>\nOrder allow,deny\nDeny from all\n</Location>\n';
    const folder = tempTree({
      [`server/${main}`]: 'ServerRoot "."\nListen 80\nInclude mods/*.conf\n',
      'server/mods/a.conf': rules,
    });
    const { stdout, stderr } = runProgram(['server'], { folder });
    expect(stderr).not.toContain('not part of this copy');
    expect(stdout).toContain('+++ b/server/mods/a.conf');
    expect(runProgram([`server/${main}`], { folder }).stdout).toBe(stdout);
  },
);

const MAIN = `Listen 80
User www
Include conf.d/*.conf
<Directory />
  AllowOverride None
  Order deny,allow
  Deny from all
</Directory>
`;
const LOGIN = '<Directory /srv/a>\n  AuthType Basic\n  AuthName a\n  Require valid-user\n</Directory>\n';
const OPEN = '<Directory /srv/b>\n  Order allow,deny\n  Allow from all\n</Directory>\n';

describe('a part whose server lies beside it', () => {
  const server = (main = MAIN) => ({
    'server/conf/httpd.conf': `ServerRoot "${'/etc/httpd'}"\n${main}`,
    'server/conf.d/a.conf': LOGIN,
    'server/conf.d/b.conf': OPEN,
  });

  test('is read in it, and nothing else is changed', () => {
    const folder = tempTree(server());
    const { exitCode, stdout, stderr } = runProgram(['server/conf.d/a.conf'], { folder });
    // In 2.2 the Deny of the main file is inherited: alone, the login would be let in.
    expect(stdout).toContain('+  Require all denied');
    expect(stdout.match(/^\+\+\+ .*/gm)).toEqual(['+++ b/server/conf.d/a.conf']);
    expect(stderr).toContain(
      'Read as a part of server/conf/httpd.conf. 2 other files of that server must change',
    );
    expect(exitCode).toBe(0);
  });

  test.each(['server/main.conf', 'server/conf/web.conf'])('is found by %s', (main) => {
    const { 'server/conf/httpd.conf': text, ...parts } = server();
    const folder = tempTree({ ...parts, [main]: `DocumentRoot /srv\n${text}` });
    expect(runProgram(['server/conf.d/a.conf'], { folder }).stderr).toContain(`Read as a part of ${main}`);
  });

  test('is a folder, too', () => {
    const folder = tempTree(server());
    const { stdout, stderr } = runProgram(['server/conf.d'], { folder });
    expect(stdout.match(/^\+\+\+ .*/gm)).toHaveLength(2);
    expect(stderr).toContain('Read as a part of server/conf/httpd.conf. 1 other file');
  });

  test('is written by itself, and undone', () => {
    const folder = tempTree(server());
    const path = 'server/conf.d/b.conf';
    expect(runProgram([path, '--write'], { folder }).exitCode).toBe(0);
    expect(readTree(folder)).toEqual({
      ...server(),
      [path]: OPEN.replace(/Order.*\n.*/, 'Require all granted'),
    });
    expect(runProgram(['undo', path], { folder }).exitCode).toBe(0);
    expect(readTree(folder)).toEqual(server());
  });

  test.each(['conf.d/s.conf', 'httpd.conf'])(
    'is as it was before for a run on %s, though it is read only if httpd is started with a name',
    (second) => {
      const folder = tempTree({
        'httpd.conf':
          'ServerRoot /etc/httpd\nListen 80\nLoadModule authz_host_module modules/mod_authz_host.so\nDocumentRoot /srv\n<Directory />\nAllowOverride None\n</Directory>\n<IfDefine STATUS>\nInclude conf.d/s.conf\n</IfDefine>\n',
        'conf.d/s.conf':
          '<Location /s>\nOrder deny,allow\nDeny from all\nAllow from 127.0.0.1\n</Location>\n',
      });
      runProgram(['conf.d/s.conf', '--write'], { folder });
      const written = '<Location /s>\nRequire ip 127.0.0.1\n</Location>\n';
      expect(readTree(folder)['conf.d/s.conf']).toBe(written);
      const { stdout } = runProgram([second, '--write'], { folder });
      expect(stdout).not.toContain('denied');
      expect(readTree(folder)['conf.d/s.conf']).toBe(written);
    },
  );

  test('is copied without the rest of the server', () => {
    const folder = tempTree({ ...server(), 'server/conf.d/server.key': 'secret\n' });
    expect(runProgram(['server/conf.d/b.conf', '--out', 'new'], { folder }).exitCode).toBe(0);
    expect(Object.keys(readTree(folder)).filter((name) => name.startsWith('new/'))).toEqual(['new/b.conf']);
  });

  test.each([
    ['no Include line of it leads there', { main: 'Listen 80\n', why: 'no Include line of' }],
    [
      'it is written for 2.4 in part',
      { main: `${MAIN}<Location /x>\nRequire all granted\n</Location>\n`, why: 'is written for 2.4 in part' },
    ],
    [
      'it is refused',
      {
        main: `${MAIN}Deny from \${X}\n<Location />\nOrder allow,deny\nDeny from \${X}\n</Location>\n`,
        why: "can't be migrated",
      },
    ],
  ])('is read alone where %s, and that is told', (_, { main, why }) => {
    const { stdout, stderr } = runProgram(['server/conf.d/b.conf'], { folder: tempTree(server(main)) });
    expect(stdout).toContain('+  Require all granted');
    expect(stderr).toContain('Read alone, as a part of a server, since ');
    expect(stderr).toContain(why);
    expect(stderr).toContain('server/conf/httpd.conf');
  });

  test.each([
    ['no server is beside it', {}, 'Read alone, as a .htaccess file: what is around it'],
    [
      'the server beside it does not read it',
      { 'conf/httpd.conf': 'Listen 80\n' },
      'Read alone, as a .htaccess file, since conf/httpd.conf does not lead to it: what is around it',
    ],
  ])('says as a .htaccess file what is assumed of its server where %s', (_, beside, start) => {
    const folder = tempTree({ ...beside, '.htaccess': 'Order allow,deny\nAllow from all\n' });
    const { stderr } = runProgram(['.htaccess'], { folder });
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      `${start} is assumed to keep nobody out, and AllowOverride to permit what it says`,
    );
  });
});

test('a folder of .htaccess files says what is assumed of their server', () => {
  const text = 'Order allow,deny\nAllow from all\n';
  const { stderr } = runProgram(['.'], { folder: tempTree({ '.htaccess': text, 'a/.htaccess': text }) });
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
    'Read alone, as .htaccess files: what is around them is assumed to keep nobody out, and AllowOverride',
  );
});

describe('a folder of snippets', () => {
  test('is read whole, in one run', () => {
    const folder = tempTree({
      'conf.d/a.conf': '<Directory /srv>\n  Order deny,allow\n  Deny from all\n</Directory>\n',
      'conf.d/sub/b.conf': LOGIN,
      'conf.d/list.inc': BLOCK_LIST,
      'conf.d/old site.conf': '<Directory /old>\n  Order deny,allow\n  Deny from all\n</Directory>\n',
      'conf.d/site':
        '<VirtualHost *:80>\n  DocumentRoot /w\n  <Location />\n    Order allow,deny\n    Allow from all\n  </Location>\n</VirtualHost>\n',
      'conf.d/php':
        '<VirtualHost *:80>\n  IdleTimeout 300\n  BusyTimeout 300\n  <Location /p>\n    Order allow,deny\n    Allow from all\n  </Location>\n</VirtualHost>\n',
      'conf.d/README': 'Put your own files here.\n',
      'conf.d/b.conf.rpmsave': OPEN,
    });
    const { exitCode, stderr } = runProgram(['conf.d', '--write'], { folder });
    const after = readTree(folder);
    expect(after['conf.d/a.conf']).toContain('Require all denied');
    expect(after['conf.d/old site.conf']).toContain('Require all denied');
    // What a.conf denies holds for the folder below, too.
    expect(after['conf.d/sub/b.conf']).toContain('Require all denied');
    expect(after['conf.d/list.inc']).toBe(BLOCKED);
    expect(after['conf.d/site']).toContain('Require all granted');
    expect(after['conf.d/php']).not.toContain('Order');
    expect(after['conf.d/b.conf.rpmsave']).toBe(OPEN);
    expect(stderr).toContain(
      'Not read, since they do not look like Apache configuration in use: README, b.conf.rpmsave.',
    );
    expect(exitCode).toBe(3);
  });

  test('whose files are for 2.4 in part: each is read by itself', () => {
    const folder = tempTree({
      'conf.d/new.conf': '<Directory /srv/n>\n  Require all granted\n</Directory>\n',
      'conf.d/old.conf': OPEN,
    });
    const { exitCode, stdout } = runProgram(['conf.d'], { folder });
    expect({ exitCode, files: stdout.match(/^\+\+\+ .*/gm) }).toEqual({
      exitCode: 0,
      files: ['+++ b/conf.d/old.conf'],
    });
  });

  test.each([
    [
      'of other programs',
      { 'x/php.ini': '[PHP]\nengine = On\n', 'x/nginx.conf': 'server {\n  listen 80;\n}\n' },
    ],
    ['of text', { 'x/README': 'Order is kept here.\nAllow me to explain.\n' }],
  ])('%s is none', (_, files) => {
    const { exitCode, stderr } = runProgram(['x'], { folder: tempTree(files) });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('holds no main configuration file');
  });
});
