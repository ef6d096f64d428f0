import { describe, expect, test } from '@jest/globals';
import { modelOf, outline, problemsOf, serverOf } from './model-of.ts';

const at = (name: string) => `/etc/httpd/${name}`;
const listen = (port: number) => `Listen ${port}\n`;

/** The numbers of the Listen lines, in reading order. */
function ports(main: string, files: Record<string, string>, links?: Record<string, string>): number[] {
  const model = serverOf(main, files, links ? { links } : {});
  return model.main.items.flatMap((item) =>
    item.type === 'occurrence' && item.name === 'listen' ? [Number(item.args[0])] : [],
  );
}

describe('an Include line', () => {
  test('is read where it stands, relative to ServerRoot', () => {
    const files = { [at('conf.d/a.conf')]: listen(2) };
    expect(ports('Listen 1\nInclude conf.d/a.conf\nListen 3', files)).toEqual([1, 2, 3]);
  });

  test('takes the names that a wildcard matches in byte order, without hidden ones', () => {
    const files = {
      [at('conf.d/b.conf')]: listen(3),
      [at('conf.d/B.conf')]: listen(2),
      [at('conf.d/10.conf')]: listen(1),
      [at('conf.d/.hidden.conf')]: listen(9),
      [at('conf.d/c.conf.bak')]: listen(9),
    };
    expect(ports('Include conf.d/*.conf', files)).toEqual([1, 2, 3]);
  });

  test('does not take a path for a line: a copy has lost its symbolic links', () => {
    const files = {
      [at('sites-enabled/a')]: '../sites-available/a',
      [at('sites-available/a')]: listen(2),
      [at('sites-enabled/b')]: '/etc/httpd/sites-available/a\n',
      [at('sites-enabled/c')]: listen(3),
    };
    const model = serverOf('Include sites-enabled/', files);
    expect(model.unknowns.map(({ kind, path, bearing }) => [kind, path, bearing])).toEqual([
      ['context', at('sites-enabled/a'), 'access'],
      ['context', at('sites-enabled/b'), 'access'],
    ]);
    expect(ports('Include sites-enabled/', files)).toEqual([3]);
  });

  test('of a folder takes all in it: hidden files, backups, subfolders, in order', () => {
    const files = {
      [at('conf.d/.hidden')]: listen(1),
      [at('conf.d/a.conf~')]: listen(2),
      [at('conf.d/b/z')]: listen(3),
      [at('conf.d/c')]: listen(4),
    };
    expect(ports('Include conf.d/', files)).toEqual([1, 2, 3, 4]);
    expect(ports('Include conf.d', files)).toEqual([1, 2, 3, 4]);
    expect(ports('Include conf?d', files)).toEqual([1, 2, 3, 4]);
  });

  test('may have wildcards in folders (2.4): real folders only', () => {
    const files = {
      [at('sites/a/x.conf')]: listen(1),
      [at('sites/b/x.conf')]: listen(2),
      [at('sites/c.conf')]: listen(9),
      '/srv/linked/x.conf': listen(9),
    };
    expect(ports('Include sites/*/*.conf', files, { [at('sites/d')]: '/srv/linked' })).toEqual([1, 2]);
  });

  test('gets its variables from -D, Define and the environment', () => {
    const files = { [at('one/two.conf')]: listen(1) };
    const main = 'Define FOLDER one\nInclude ${FOLDER}/${NAME}.conf';
    const model = serverOf(main, files, { environment: { NAME: 'two' } });
    expect(outline(model.main)).toContain('listen 1');
    expect(problemsOf(model)).toEqual([]);
  });

  test('in a section takes effect there, with the guards around it', () => {
    const model = serverOf(
      '<Directory /a>\n<IfDefine X>\nInclude conf/rules\n</IfDefine>\nAllow from all\n</Directory>',
      { [at('conf/rules')]: 'Order allow,deny\n<Limit PUT>\nDeny from all\n</Limit>' },
      { defines: ['X'] },
    );
    expect(outline(model.main)).toEqual([
      'serverroot /etc/httpd',
      '<directory /a>',
      '  include conf/rules [X: yes yes]',
      '  order allow,deny [X: yes yes]',
      '  <limit PUT> [X: yes yes]',
      '    deny from all',
      '  allow from all',
    ]);
  });

  test('follows a ServerRoot line that stands above it', () => {
    const files = { '/srv/other/a.conf': listen(2) };
    expect(ports('ServerRoot /srv/other\nInclude a.conf', files)).toEqual([2]);
  });

  test('is not followed where its path is not known', () => {
    const model = serverOf('Include ${NOWHERE}/a.conf');
    expect(problemsOf(model)).toEqual(['info undefined-variable /etc/httpd/conf/httpd.conf:2']);
    expect(model.includes.map(({ outcome }) => outcome)).toEqual(['unknown']);
  });

  test('is found in any encoding of its name', () => {
    expect(ports('Include caf\u00c3\u00a9/?.conf', { [at('caf\u00e9/x.conf')]: listen(1) })).toEqual([1]);
    expect(ports('Include c/caf??.conf', { [at('c/caf\u00e9.conf')]: listen(1) })).toEqual([1]);
  });
});

describe('a file that two lines lead to', () => {
  const files = { [at('snippet')]: 'Deny from all' };
  const main = '<Location /a>\nInclude snippet\n</Location>\n<Location /b>\nInclude snippet\n</Location>';

  test('is one file with two chains, read twice', () => {
    const model = serverOf(main, files);
    expect(model.files.size).toBe(2);
    const [, snippet] = [...model.files.values()];
    expect(snippet?.reachedBy).toEqual([['/etc/httpd/conf/httpd.conf:3'], ['/etc/httpd/conf/httpd.conf:6']]);
    expect(outline(model.main).filter((line) => line.includes('deny'))).toHaveLength(2);
    const nodes = model.main.items.flatMap((item) =>
      item.type === 'scope'
        ? item.items.flatMap((line) => (line.type === 'occurrence' ? line.node : []))
        : [],
    );
    expect(new Set(nodes.filter((node) => node.name.value === 'Deny')).size).toBe(1);
  });

  test('is one file by the name of a link, too', () => {
    const links = { [at('sites-enabled/a')]: '../sites-available/a' };
    const site = { [at('sites-available/a')]: listen(81) };
    const model = serverOf('Include sites-enabled/\nInclude sites-available/a', site, { links });
    expect([...model.files.keys()]).toEqual([at('conf/httpd.conf'), at('sites-available/a')]);
    expect(model.includes.map(({ files: found }) => found.length)).toEqual([1, 1]);
  });
});

describe('an Include that goes wrong', () => {
  test.each([
    ['httpd.conf.erb', '<%= @root %>', 'template', 'Give the files that the template makes'],
    ['httpd.conf', '${ROOT}', 'value', '--env ROOT=VALUE'],
  ])('names what the ServerRoot is made of: %s', (name, root, kind, remedy) => {
    const path = `/srv/${name}`;
    const main = `ServerRoot ${root}\nListen 80\nUser www\nInclude conf.d/*.conf\nInclude x.conf\n`;
    const { unknowns } = modelOf({ [path]: main }, { path });
    expect(unknowns.map((each) => [each.kind, each.subject])).toEqual([
      [kind, root],
      [kind, root],
    ]);
    expect(unknowns[1]?.message).toContain(`${root}/x.conf can't be read`);
    expect(unknowns[1]?.message).toContain(remedy);
  });

  test.each([
    ['a missing file', 'Include gone.conf', {}, ['unknown context', 'missing']],
    [
      'a missing file in a branch that 2.2 may skip',
      '<IfDefine SSL>\nInclude gone.conf\n</IfDefine>',
      {},
      ['warning include-missing', 'missing'],
    ],
    [
      'a missing file in a branch that 2.2 skips',
      '<IfVersion >= 2.4>\nInclude gone.conf\n</IfVersion>',
      {},
      ['info include-missing', 'missing'],
    ],
    ['a missing folder', 'Include gone/*.conf', {}, ['unknown context', 'missing']],
    ['no match', 'Include conf/*.none', {}, ['no-match']],
    ['an optional one', 'IncludeOptional gone.conf', {}, ['missing']],
    ['the file itself', 'Include conf/httpd.conf', {}, ['error include-cycle', 'cycle']],
    [
      'a cycle of two',
      'Include a',
      { [at('a')]: 'Include b', [at('b')]: 'Include a' },
      ['error include-cycle', 'read read cycle'],
    ],
    [
      'binary data',
      'Include a',
      { [at('a')]: '\0\u0001\u0002\u0003' },
      ['error not-configuration', 'unreadable'],
    ],
  ])('%s', (_, main, files, expected) => {
    const model = serverOf(main, files);
    const unknowns = model.unknowns.map(({ kind }) => `unknown ${kind}`);
    const problems = [...unknowns, ...model.problems.map(({ level, code }) => `${level} ${code}`)];
    expect([...problems, model.includes.map(({ outcome }) => outcome).join(' ')]).toEqual(expected);
  });

  test('says the place of the line and the name of the file', () => {
    const [problem] = serverOf('Listen 80\n  Include "gone.conf"').unknowns;
    expect(problem).toMatchObject({ path: '/etc/httpd/conf/httpd.conf', offset: 42 });
    expect(problem?.message).toMatch(/^\/etc\/httpd\/gone\.conf is missing/);
  });

  test.each(['Include sites', 'Include sites/*'])(
    '%s: of a link that leads nowhere the link is named, not the line',
    (line) => {
      const links = { [at('sites/b')]: '/nowhere/b' };
      const [problem] = serverOf(line, { [at('sites/a')]: 'Listen 1' }, { links }).unknowns;
      expect(problem?.message).toMatch(
        /^\/etc\/httpd\/sites\/b is a symbolic link that leads nowhere\. .* remove the link\.$/,
      );
      expect(problem?.message).not.toContain('take the line out');
    },
  );

  test('of a name that a pattern writes out after its wildcard nobody says that it is a link', () => {
    const files = { [at('sites/a/x.conf')]: 'Listen 1', [at('sites/b/y.conf')]: 'Listen 2' };
    const [problem] = serverOf('Include sites/*/x.conf', files).unknowns;
    expect(problem?.message).toMatch(/^\/etc\/httpd\/sites\/b\/x\.conf is missing\. /);
  });

  test("what SUSE's start scripts write is to be copied, and its line to stay", () => {
    const missing = serverOf('Include sysconfig.d/loadmodule.conf').unknowns;
    const outside = serverOf('Include /etc/apache2/sysconfig.d/include.conf').unknowns;
    for (const { message } of [...missing, ...outside]) {
      expect(message).toMatch(/is not here\. SUSE's start script writes it .* leave the line/);
    }
    expect(missing.length + outside.length).toBe(2);
  });

  test('a chain of 129 files ends at the 128th', () => {
    const files = Object.fromEntries(
      Array.from({ length: 130 }, (_, index) => [at(`f${index}`), `Include f${index + 1}`]),
    );
    const model = serverOf('Include f0', files);
    expect(problemsOf(model)).toEqual(['error include-too-deep /etc/httpd/f127:1']);
    expect(model.files.size).toBe(129);
  });

  test('files that include each other twice over do not explode', () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        at(`f${index}`),
        `Include f${index + 1}\nInclude f${index + 1}\n${'#'.repeat(1e5)}`,
      ]),
    );
    const model = serverOf('Include f0', { ...files, [at('f60')]: 'Listen 1' });
    expect(new Set(problemsOf(model).map((line) => line.split(' ')[1]))).toEqual(
      new Set(['include-too-deep']),
    );
  });

  test('a folder with a link to itself is read once', () => {
    const links = { [at('conf.d/again')]: '.' };
    const model = serverOf('Include conf.d', { [at('conf.d/a')]: listen(1) }, { links });
    expect(outline(model.main)).toContain('listen 1');
    expect(problemsOf(model)).toEqual(['error include-cycle /etc/httpd/conf/httpd.conf:2']);
  });
});
