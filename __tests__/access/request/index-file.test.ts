import { describe, expect, test } from '@jest/globals';
import type { Version } from '../../../src/access/index.ts';
import { ask, memoryTree, MODULES_22, MODULES_24 } from './memory-tree.ts';
import { statusOf } from './status-of.ts';

// The file that is served for a folder is asked for by a request of its own, which keeps what was found for the folder.

const DENY = 'Order allow,deny\nDeny from all';
const ALLOW = 'Order allow,deny\nAllow from all';

function within(opening: string, lines: string): string {
  return `<${opening}>\n${lines}\n</${opening.split(' ')[0] ?? ''}>\n`;
}

function asked(config: string, path = '/sub/', method = 'GET', version: Version = '2.2') {
  const files = {
    'conf/httpd.conf': (version === '2.2' ? MODULES_22 : MODULES_24) + config,
    'htdocs/sub/index.html': '',
    'htdocs/sub/deep/x': '',
    'htdocs/other/x': '',
    'htdocs/\u00fc/index.html': '',
  };
  return ask(memoryTree(files), path, { method }, version);
}

function answer(...args: Parameters<typeof asked>): string {
  return asked(...args)
    .possible.map((each) => each.answer)
    .join(' or ');
}

const INDEX = '/srv/htdocs/sub/index.html';

describe('an index file in the folder', () => {
  test.each([
    ['the Directory sections', within('Directory /', DENY) + within('LocationMatch /$', ALLOW), 'forbidden'],
    ['the patterns', within('Directory /', DENY) + within('DirectoryMatch /sub', ALLOW), 'pass'],
  ])('keeps %s of the folder, and no Location of it', (_, config, expected) => {
    expect(answer(config)).toBe(expected);
  });

  test.each([`Directory ${INDEX}`, 'DirectoryMatch /index'])('does not meet <%s>', (opening) => {
    expect(answer(within(opening, DENY))).toBe('pass');
    expect(answer(within(opening, DENY), '/sub/index.html')).toBe('forbidden');
  });

  test.each(['Files index.html', 'Location /sub/index.html'])('meets <%s>', (opening) => {
    expect(answer(within(opening, DENY))).toBe('forbidden');
  });

  // As a 2.2.34 and a 2.4 answered.
  test.each([
    ['a Location', `SetEnv late 1\n${within('Location /sub', 'DENY')}`, 'forbidden', 'pass'],
    ['the file', `SetEnv late 1\n${within('Files index.html', 'DENY')}`, 'forbidden', 'forbidden'],
    ['the folder alone', within('Directory /srv/htdocs/sub', 'DENY\nSetEnv late 1'), 'pass', 'pass'],
    [
      'a Location that takes it away',
      `SetEnv late 1\n${within('Location /sub', 'DENY\nUnsetEnv late')}`,
      'pass',
      'pass',
    ],
    ['one that also sets it', within('Location /sub', 'DENY\nSetEnv late 2\nUnsetEnv late'), 'pass', 'pass'],
    [
      'one that sets it anew',
      within('Location /sub', 'DENY\nUnsetEnv late\nSetEnv late 2'),
      'forbidden',
      'pass',
    ],
  ])('is asked for with what SetEnv set, by the rules of %s', (_, config, on22, on24) => {
    const old = config.replace('DENY', 'Order deny,allow\nDeny from env=late');
    const made = config.replace(
      'DENY',
      '<RequireAll>\nRequire all granted\nRequire not env late\n</RequireAll>',
    );
    const request = { method: 'GET', otherEnv: 'unset' } as const;
    const of = (text: string, version: Version) => {
      const tree = memoryTree({ 'conf/httpd.conf': text, 'htdocs/sub/index.html': '' });
      return ask(tree, '/sub/', request, version).possible.map((each) => each.answer);
    };
    expect(of(`${MODULES_22}LoadModule env_module x\n${old}`, '2.2')).toEqual([on22]);
    expect(of(`${MODULES_24}LoadModule env_module x\n${made}`, '2.4')).toEqual([on24]);
    const allowing = `${MODULES_24}LoadModule env_module x\nLoadModule allowmethods_module x\n${made}`;
    expect(of(allowing, '2.4')).toEqual([on22]);
  });

  test('is found by its name, whatever letters that of the folder has', () => {
    const config = within('Directory /srv/htdocs/\u00fc/index.html', DENY);
    expect(answer(config, '/%C3%BC/')).toBe('pass');
    expect(asked(config, '/%C3%BC/').evaluation.rounds.at(-1)?.file?.kind).toBe('file');
  });

  test('that may be there keeps them, too', () => {
    const config = within('Directory /far/in/index.html', DENY);
    const elsewhere = memoryTree(`${MODULES_22}DocumentRoot /far\n${config}`);
    expect(ask(elsewhere, '/in/').possible.map((each) => each.answer)).toEqual(['pass']);
    expect(ask(elsewhere, '/in/index.html').possible.map((each) => each.answer)).toEqual(['forbidden']);
  });
});

test.each([
  ['/other/x', '/srv/htdocs/other'],
  ['deep/x', '/srv/htdocs/sub/deep'],
])('an index file of another folder, %s, meets the sections of %s', (name, folder) => {
  expect(answer(`DirectoryIndex ${name}\n${within(`Directory ${folder}`, DENY)}`)).toBe('forbidden');
});

describe('the answer for the folder', () => {
  const posted = within(
    'Directory /srv/htdocs/sub',
    'Order allow,deny\nAllow from all\n<LimitExcept POST>\nDeny from all\n</LimitExcept>',
  );

  test('is kept where the index file meets the same sections, though it is asked for by GET', () => {
    expect(answer(posted, '/sub/', 'POST')).toBe('pass');
    expect(answer(posted, '/sub/index.html')).toBe('forbidden');
  });

  // As both servers answer: 401 becomes 200 in 2.4, unless mod_allowmethods is loaded.
  test.each(['Files *', 'FilesMatch ^', 'Location /sub', 'LocationMatch ^/sub'])(
    'is not kept by 2.2 where <%s> is among them',
    (opening) => {
      const rules = within(opening, '<LimitExcept POST>\nDENY\n</LimitExcept>');
      const of22 = rules.replace('DENY', DENY);
      const of24 = rules.replace('DENY', 'Require all denied');
      expect(answer(of22, '/sub/', 'POST')).toBe('forbidden');
      expect(answer(of24, '/sub/', 'POST', '2.4')).toBe('pass');
      const module = 'LoadModule allowmethods_module modules/mod_allowmethods.so\n';
      expect(answer(module + of24, '/sub/', 'POST', '2.4')).toBe('forbidden');
    },
  );

  test('is not kept where it meets one more, one less, or another one', () => {
    const [files, folder] = [
      within('Files index.html', 'Options All'),
      within('LocationMatch /$', 'Options All'),
    ];
    expect(answer(posted + files, '/sub/', 'POST')).toBe('forbidden');
    expect(answer(posted + folder, '/sub/', 'POST')).toBe('forbidden');
    expect(answer(posted + files + folder, '/sub/', 'POST')).toBe('forbidden');
  });
});

describe('the names of index files', () => {
  const at = (config: string) => asked(config).evaluation.rounds.map(({ address }) => address);

  test('in one section add up, an inner section replaces them', () => {
    expect(at('DirectoryIndex a\nDirectoryIndex b\n')).toEqual(['/sub/', '/sub/a', '/sub/b']);
    const inner = within('Directory /srv/htdocs', 'DirectoryIndex c');
    expect(at(`DirectoryIndex a\n${inner}`)).toEqual(['/sub/', '/sub/c']);
  });

  // As both servers answered.
  test.each([
    ['DirectoryIndex Disabled\n', []],
    ['DirectoryIndex a\nDirectoryIndex disabled\n', []],
    ['DirectoryIndex disabled\nDirectoryIndex a\n', ['a']],
    ['DirectoryIndex disabled a\n', ['disabled', 'a']],
  ])('%j: disabled alone is none in 2.4, a name in 2.2', (config, names) => {
    const { evaluation } = asked(config, '/sub/', 'GET', '2.4');
    expect(evaluation.rounds.slice(1).map(({ address }) => address)).toEqual(
      names.map((name) => `/sub/${name}`),
    );
    expect(at(config)).toContainEqual(expect.stringMatching(/^\/sub\/disabled$/i));
  });

  test('are asked for until one is served', () => {
    expect(at('DirectoryIndex a index.html b\n')).toEqual(['/sub/', '/sub/a', '/sub/index.html']);
  });

  test('a folder without a slash behind it is not listed but led to the one with it', () => {
    const config = `LoadModule autoindex_module modules/mod_autoindex.so\n${within('Directory /srv/htdocs', 'Options None')}`;
    expect(asked(config, '/sub').served.status).toBe(301);
    expect([answer(config, '/sub'), answer(`DirectorySlash off\n${config}`, '/sub')]).toEqual([
      'pass',
      'forbidden',
    ]);
  });

  test('are not asked for without a slash behind the folder, nor behind a file', () => {
    expect(asked('DirectorySlash off\n', '/sub').evaluation.rounds).toHaveLength(1);
    expect(asked('', '/sub/index.html/').evaluation.rounds).toHaveLength(1);
  });
});

describe('a handler of the folder', () => {
  const handled = (name: string) =>
    within('Files index.html', DENY) + within('Directory /srv/htdocs/sub', `SetHandler ${name}`);

  test('takes its index file away; None does not', () => {
    expect(answer(handled('server-status'))).toBe('pass');
    expect(answer(handled('NONE'))).toBe('forbidden');
    expect(answer(`SetHandler server-status\n${handled('None')}`)).toBe('forbidden');
  });

  // As a real 2.4.71 answers: 403, 200, 403.
  test('takes it away in 2.4 where DirectoryCheckHandler is on', () => {
    const config = (check: string) =>
      within('Files index.html', 'Require all denied') +
      within('Directory /srv/htdocs/sub', `SetHandler server-status\n${check}`);
    const answers = ['', 'DirectoryCheckHandler On', 'DirectoryCheckHandler Off'].map((check) =>
      answer(config(check), '/sub/', 'GET', '2.4'),
    );
    expect(answers).toEqual(['forbidden', 'pass', 'forbidden']);
  });

  test('answers in 2.4 where there is no index file, whatever Options say of lists', () => {
    const config = 'LoadModule autoindex_module modules/mod_autoindex.so\nDirectoryIndex none\n';
    const of = (name: string) => within('Directory /srv/htdocs/sub', `Options None\nSetHandler ${name}`);
    expect(answer(config + of('None'), '/sub/', 'GET', '2.4')).toBe('forbidden');
    expect(answer(config + of('server-status'), '/sub/', 'GET', '2.4')).toBe('pass');
  });
});

// As a real 2.4 answers; 2.2 has no such line.
test.each([
  ['On', 302],
  ['permanent', 301],
  ['seeother', 303],
  ['307', 307],
  ['Off', 200],
])('DirectoryIndexRedirect %s: %d', (word, status) => {
  const config = `DirectoryIndex none.html index.html\nDirectoryIndexRedirect ${word}\n`;
  expect(asked(config, '/sub/', 'GET', '2.4').served.status).toBe(status);
  expect(asked(config, '/sub/index.html', 'GET', '2.4').served.status).toBe(200);
});

// As a real server answers where X is set, and where it is not.
test('what is served is the first file, where it is not known whether it is let through', () => {
  const lines = `DirectoryIndex a.txt b.html
    Action my-handler /nothing
    <Location />
    AddHandler my-handler .txt
    <RequireAll>
    Require all granted
    Require not env X
    </RequireAll>
    </Location>`;
  const files = { 'htdocs/a.txt': '', 'htdocs/b.html': '' };
  expect(statusOf(lines, '/', '2.4', files, { otherEnv: 'unknown' })).toEqual([404, 403]);
});
