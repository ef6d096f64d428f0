// Paths with a part that is not known, where some value of it lets a section meet another one: what is inherited depends on that value.
import { describe, expect, test } from '@jest/globals';
import { pathValues } from '../../src/access/index.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../src/model/index.ts';
import { cpuSeconds } from '../cpu-seconds.ts';
import { migrated } from './migrated.ts';

const ASKED = 'AuthType Basic\nAuthName x\nAuthUserFile /srv/users\nRequire valid-user\n';
const NETS = 'Order deny,allow\nDeny from all\nAllow from 10.0.0.0/8\n';
const ROOT = 'DocumentRoot /srv/www\n';
const section = (opening: string, lines: string): string =>
  `<${opening}>\n${lines}</${opening.split(' ')[0]}>\n`;

function outcome(
  text: string,
  path = text.includes('{{') ? '/srv/site.conf.j2' : '/srv/site.conf',
): { refused: string[]; isChanged: boolean } {
  const { refused, patchSet } = migrated({ [path]: text }, { semantics: 'exact' }, path);
  return { refused: refused.map(({ message }) => message), isChanged: patchSet.files.length > 0 };
}

describe('a path that is not known is told where it may lead to other rules', () => {
  test.each([
    ['of an address', ROOT + section('Location /b', NETS) + section('Directory ${D}', ASKED), '/srv/www'],
    ['below a folder', ROOT + section('Location /b', NETS) + section('Directory /srv/www/${D}', ASKED), 'b'],
    ['above a name', ROOT + section('Location /b', NETS) + section('Directory ${D}/b', ASKED), '/srv/www'],
    [
      'of a pattern',
      ROOT + section('LocationMatch ^/b', NETS) + section('Directory ${D}', ASKED),
      '/srv/www',
    ],
    [
      'that a pattern matches',
      ROOT + section('DirectoryMatch ^/srv/www/(a|b)/', NETS) + section('Directory ${D}', ASKED),
      '/srv/www/a',
    ],
    [
      'of a section of addresses',
      ROOT + section('Location ${L}', NETS) + section('Directory /srv/www/b', ASKED),
      '/b',
    ],
    ['of both', ROOT + section('Location ${L}', NETS) + section('Directory ${D}', ASKED), ''],
    [
      'of an Alias',
      'Alias /x /srv/x\n' + ROOT + section('Location /x', NETS) + section('Directory ${D}', ASKED),
      '/srv/x',
    ],
    [
      'that an Alias leads to',
      ROOT + 'Alias /b ${T}\n' + section('Location /b', NETS) + section('Directory /srv/x', ASKED),
      '/srv/x',
    ],
    [
      'that an Alias leads from',
      ROOT + 'Alias ${A} /srv/x\n' + section('Location /b', NETS) + section('Directory /srv/x', ASKED),
      '/b',
    ],
    [
      'that an Alias leads from and to',
      ROOT + 'Alias ${A} ${T}\n' + section('Location /b', NETS) + section('Directory /srv/x', ASKED),
      '/b and /srv/x',
    ],
    [
      'that a ScriptAlias of a template leads from and to',
      ROOT +
        'ScriptAlias /{{ a }}/ /srv/{{ t }}/\n' +
        section('Location /b', NETS) +
        section('Directory /srv/x', ASKED),
      'b and x',
    ],
    [
      'that ProxyPass leads from and to',
      'ProxyPass ${A} ${U}\n' + section('Location /x', NETS) + section('Proxy http://b/', ASKED),
      '/x and http://b',
    ],
    [
      'of two parts',
      ROOT + section('Location /b', NETS) + section('Directory /srv/{{ a }}/{{ b }}', ASKED),
      'www',
    ],
    [
      'of DocumentRoot',
      'DocumentRoot ${R}\n' + section('Location /b', NETS) + section('Directory /srv/www', ASKED),
      '/srv/www',
    ],
    ['of a file', section('Files x.html', ASKED) + section('Files ${F}', NETS), 'x.html'],
    [
      'of a file that a pattern matches',
      section('FilesMatch html$', ASKED) + section('Files ${F}', NETS),
      'html',
    ],
    [
      'that an AliasMatch leads to',
      ROOT +
        'AliasMatch ^/x/(.*) /srv/{{ t }}/$1\n' +
        section('Location /x', NETS) +
        section('Directory /srv/y', ASKED),
      'y',
    ],
    ['behind a wildcard', ROOT + section('Directory /srv/*/${D}', ASKED) + section('Location /x', NETS), 'x'],
    [
      'of a proxied address',
      'ProxyPass /x http://b/\n' + section('Proxy ${U}', ASKED) + section('Location /x', NETS),
      'http://b',
    ],
    [
      'that ProxyPass leads to',
      'ProxyPass /x ${U}\n' + section('Proxy http://b/*', ASKED) + section('Location /x', NETS),
      'http://b/x',
    ],
    ['above another', ROOT + section('Directory /srv/www/a', NETS) + section('Directory ${D}', ASKED), ''],
  ])('%s', (_, lines, value) => {
    const { refused } = outcome(lines);
    expect(refused).toEqual([expect.stringContaining(`is not known: with ${value}`)]);
  });

  test.each([
    ROOT + section('Location /b', NETS) + section('Directory ${D}', 'Order allow,deny\nAllow from all\n'),
    'DocumentRoot ${R}\n' +
      section('Location /b', NETS) +
      section('Directory ${R}', 'Order allow,deny\nAllow from all\n'),
    'DocumentRoot ${R}\n' + section('Location /b', NETS) + section('Directory ${R}', ASKED),
  ])('and not where each says all that counts, or is met anyway: %#', (lines) => {
    expect(outcome(lines)).toEqual({ refused: [], isChanged: true });
  });

  test.each(['${R}', '{{ r }}', '<%= @r %>/htdocs', '/srv/{{ r }}'])(
    '%s is one folder wherever it is written',
    (path) => {
      const file = path.includes('<%') ? '/srv/site.conf.erb' : '/srv/site.conf.j2';
      const lines =
        `DocumentRoot ${path}\n` + section('Location /b', NETS) + section(`Directory ${path}`, ASKED);
      const { refused, patchSet } = migrated({ [file]: lines }, { semantics: 'exact' }, file);
      expect(refused).toEqual([]);
      expect(patchSet.files[0]?.after).toContain('Require ip 10.0.0.0/8\nRequire valid-user\n');
    },
  );

  test('what an Include with such a part would read is not known, whatever the part stands for', () => {
    const main = '/copy/conf/httpd.conf.erb';
    const lines =
      'ServerRoot "<%= @d %>"\nListen 80\nInclude <%= @d %>/conf.d/*.conf\n' +
      ROOT +
      section('Location /b', NETS) +
      section('Directory <%= @d %>/x', 'Order allow,deny\nAllow from all\n');
    const files = { [main]: lines, '/copy/conf.d/a.conf': section('Location /c', NETS) };
    const { refused, unknowns, patchSet } = migrated(files, {}, main);
    expect(refused).toEqual([]);
    expect(unknowns.map(({ kind }) => kind)).toContain('template');
    expect(patchSet.files.map(({ path }) => path)).toEqual([main]);
  });

  test('one of many that can not all be tried is told, too', () => {
    const many = Array.from({ length: 60 }, (_, i) => section(`Directory /srv/www/${i}`, NETS)).join('');
    expect(outcome(ROOT + many + section('Directory ${D}', NETS)).refused).toEqual([
      expect.stringMatching(
        /^Where \$\{D\} leads is not known, and there are more than \d+ folders and addresses/,
      ),
    ]);
  });

  test('of many more no more are made than are tried', () => {
    const sections = Array.from({ length: 1000 }, (_, i) => section(`Location /b${i}`, NETS)).join('');
    const many = Array.from({ length: 1000 }, (_, i) => `Alias \${A${i}} \${T${i}}\n`).join('');
    const files = { '/srv/site.conf': ROOT + many + sections };
    const model = buildModel({ path: '/srv/site.conf' }, createMemoryReader(files));
    if (isModelFailure(model)) throw new Error(model.message);
    const seconds = cpuSeconds(() => expect(pathValues(model, 80)).toHaveLength(81));
    expect(seconds).toBeLessThan(5);
  });

  test.each([
    ['whose rules are not known', 'Order {{ order }}\nAllow from 10.0.0.0/8\n'],
    ['for which mod_access_compat decides', 'Order deny,allow\nDeny from all\nAllow from {{ nets }}\n'],
  ])('and where a section is left %s, which it may meet', (_, left) => {
    const written = 'Order allow,deny\nAllow from all\nDeny from 192.0.2.0/24\n';
    const lines = ROOT + section('Location /b', left) + section('Directory {{ dir }}', written);
    const { refused } = outcome(lines);
    expect(refused).toEqual([expect.stringContaining('Where {{ dir }} leads is not known: with /srv/www')]);
  });
});

test("a template's ServerRoot leads to what lies beside it, whatever stands in the tag", () => {
  const main = '/copy/conf/httpd.conf.erb';
  const lines = `ServerRoot "<%= ENV['DIR'] %>"\nListen 80\nInclude conf.d/*.conf\n`;
  const { patchSet, unknowns } = migrated(
    { [main]: lines, '/copy/conf.d/a.conf': section('Location /c', NETS) },
    {},
    main,
  );
  expect(unknowns).toEqual([]);
  expect(patchSet.files.map(({ path }) => path).toSorted()).toEqual(['/copy/conf.d/a.conf', main]);
});
