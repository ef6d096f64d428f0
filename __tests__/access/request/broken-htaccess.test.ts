import { describe, expect, test } from '@jest/globals';
import type { Version } from '../../../src/access/index.ts';
import { ask, memoryTree, MODULES_22, MODULES_24 } from './memory-tree.ts';
import { statusOf } from './status-of.ts';

// A line of a .htaccess file that the server does not take is 500, if the server reads it.

function treeWith(version: Version, text: string) {
  const modules = version === '2.2' ? MODULES_22 : MODULES_24;
  return memoryTree({
    'conf/httpd.conf': `${modules}<Directory /srv/htdocs>\nAllowOverride All\n</Directory>\n`,
    'htdocs/sub/.htaccess': text,
    'htdocs/sub/x': '',
    'htdocs/other/.htaccess': 'Options All\n',
    'htdocs/other/x': '',
  });
}

function answers(version: Version, text: string, path = '/sub/x'): string[] {
  const { possible, otherwise } = ask(treeWith(version, text), path, {}, version);
  return [possible, ...otherwise.map((other) => other.possible)].map((each) =>
    each.map(({ answer }) => answer).join(' or '),
  );
}

const inside = (guard: string, lines: string) => `<${guard}>\n${lines}\n</${guard.split(' ')[0] ?? ''}>\n`;
const LINES = ['Nonsense on', '<Nonsense x>\n</Nonsense>', 'Order nonsense', 'AuthBasicProvider file dbm'];
// What is open is gone through where it stands around a rule.
const RULE = '\nAuthType Basic\nAuthName x\nAuthUserFile u\nRequire valid-user';
const FAILS = ['serverError'];
const PASSES = ['pass'];

describe.each([
  ['2.2', 'mod_authz_host.c', 'mod_authz_core.c'],
  ['2.4', 'mod_authz_core.c', 'mod_authn_dbm.c'],
] as const)('%s', (version, loaded, absent) => {
  test.each(LINES)('%j is read or not, as its guards say', (line) => {
    expect(answers(version, line)).toEqual(FAILS);
    expect(answers(version, inside(`IfModule ${loaded}`, line))).toEqual(FAILS);
    expect(answers(version, inside(`IfModule !${loaded}`, line))).toEqual(PASSES);
    expect(answers(version, inside(`IfModule ${absent}`, line))).toEqual(PASSES);
    expect(answers(version, inside(`IfModule !${absent}`, line))).toEqual(FAILS);
    expect(answers(version, inside('IfDefine NONE', line + RULE))).toEqual(['pass', 'serverError']);
    expect(answers(version, inside('IfDefine !NONE', line + RULE))).toEqual(['serverError', 'pass']);
  });

  test.each(LINES)('%j in a section is a line of the file', (line) => {
    expect(answers(version, inside('Files y', line))).toEqual(FAILS);
    expect(answers(version, inside('Files y', inside(`IfModule ${absent}`, line)))).toEqual(PASSES);
    expect(answers(version, inside(`IfModule ${absent}`, inside('Files y', line)))).toEqual(PASSES);
    expect(answers(version, `${inside('Files y', 'Options All')}${line}`)).toEqual(FAILS);
  });

  test('the file of another folder is read', () => {
    expect(answers(version, 'Nonsense on', '/other/x')).toEqual(PASSES);
  });

  test('the modules of a file that is given alone are not known', () => {
    const alone = memoryTree({ '.htaccess': 'Nonsense on\n' }, { path: '/srv/.htaccess' });
    expect(ask(alone, '/x', {}, version).possible.map(({ answer }) => answer)).toEqual(PASSES);
  });

  test('what no module takes is named in a file that is given alone, too', () => {
    const alone = memoryTree({ '.htaccess': 'Order nonsense\n' }, { path: '/srv/.htaccess' });
    expect(ask(alone, '/x', {}, version).decision?.reason).toBe(
      `Apache ${version} does not take a line of the .htaccess file (unknown order): 500 for all below it`,
    );
  });
});

describe('the first line is named', () => {
  const reason = (text: string) => ask(treeWith('2.2', text), '/sub/x').decision?.reason;
  const says = (message: string) =>
    `Apache 2.2 does not take a line of the .htaccess file (${message}): 500 for all below it`;

  test.each([
    ['noNsense on\nOther on\n', "Invalid command 'noNsense'"],
    [`${inside('IfModule mod_authz_core.c', 'Other on')}Nonsense on\n`, "Invalid command 'Nonsense'"],
    ['<NoNsense x>\n</NoNsense>\n', "Invalid command '<NoNsense'"],
    ['<Files y>\nNonsense on\n</Files>\nOther on\n', "Invalid command 'Nonsense'"],
    ['<Order x>\n</Order>\n', "Invalid command '<Order'"],
    ['Order nonsense\n', 'unknown order'],
    ['<Limit GET>\n<Limit PUT>\n</Limit>\n</Limit>\n', '<Limit> cannot occur within <Limit> section'],
  ])('%j', (text, message) => {
    expect(reason(text)).toBe(says(message));
  });
});

// As a real 2.2.34 and a real 2.4.71 answer.
describe.each(['2.2', '2.4'] as const)('%s: AllowOverride and the Options it permits', (version) => {
  const modules = version === '2.2' ? MODULES_22 : MODULES_24;
  const folder = (path: string, override: string) =>
    `<Directory ${path}>\nAllowOverride ${override}\n</Directory>\n`;

  function answersWith(override: string, line: string): boolean {
    const tree = memoryTree({
      'conf/httpd.conf': modules + folder('/srv/htdocs', override),
      'htdocs/sub/.htaccess': line,
      'htdocs/sub/x': '',
    });
    return ask(tree, '/sub/x', {}, version).possible.every(({ answer }) => answer === 'pass');
  }

  test.each([
    ['Options', ['Indexes', 'All', 'IncludesNoExec', 'None'], ['-SymLinksIfOwnerMatch', '+MultiViews']],
    [
      'Options=Indexes,SymLinksIfOwnerMatch',
      ['Indexes', '-SymLinksIfOwnerMatch', 'None'],
      ['All', '+MultiViews'],
    ],
    ['Options=All', ['All', 'ExecCGI'], ['+MultiViews', '+RunScripts']],
    ['Options=None', ['None'], ['Indexes']],
    ['Options=Includes', ['IncludesNoExec', 'Includes'], ['Indexes']],
    ['Options=RunScripts', ['ExecCGI', '+MultiViews'], ['Indexes']],
    ['All', ['+MultiViews', '-SymLinksIfOwnerMatch'], []],
    ['All Options=Indexes', ['Indexes'], ['+MultiViews']],
  ])('%s', (override, permitted, forbidden) => {
    const isTaken = (option: string) => answersWith(override, `Options ${option}\n`);
    expect(permitted.filter(isTaken)).toEqual(permitted);
    expect(forbidden.filter(isTaken)).toEqual([]);
  });

  test('an AllowOverride below permits what it says, and the line is named', () => {
    const config = folder('/srv/htdocs', 'Options=Indexes') + folder('/srv/htdocs/inner', 'All');
    const tree = memoryTree({
      'conf/httpd.conf': modules + config,
      'htdocs/inner/.htaccess': 'Options +MultiViews\n',
      'htdocs/inner/x': '',
      'htdocs/sub/.htaccess': 'Options +MultiViews\n',
      'htdocs/sub/x': '',
    });
    expect(ask(tree, '/inner/x', {}, version).possible.map(({ answer }) => answer)).toEqual(PASSES);
    expect(ask(tree, '/sub/x', {}, version).decision?.reason).toBe(
      'the .htaccess file says Options, which AllowOverride does not permit: 500 for all below it',
    );
  });
});

test('what is wrong with a file comes before a link below it, and behind one above it', () => {
  const files = {
    'conf/httpd.conf': `${MODULES_22}<Directory />\nOptions None\nAllowOverride All\n</Directory>\n`,
    'htdocs/bad/.htaccess': 'Nonsense on\n',
    'real/.htaccess': 'Nonsense on\n',
    'real/x': '',
  };
  const links = { '/srv/htdocs/bad/link': '/srv/real', '/srv/htdocs/link': '/srv/real' };
  const answerOf = (path: string) =>
    ask(memoryTree(files, { links }), path).possible.map(({ answer }) => answer);
  expect([answerOf('/bad/link/x'), answerOf('/link/x')]).toEqual([['serverError'], ['forbidden']]);
});

// As a real 2.4: the line is ignored, and what else the file says counts.
test('which lines count under AllowOverride Nonfatal is not told', () => {
  const asked = (override: string) =>
    ask(
      memoryTree({
        'conf/httpd.conf': `${MODULES_24}<Directory />\nAllowOverride ${override}\n</Directory>\n`,
        'htdocs/.htaccess': 'SetEnvIf Host . X\nRequire all denied\n',
        'htdocs/x': '',
      }),
      '/x',
      {},
      '2.4',
    );
  const answersUnder = (override: string) => asked(override).possible.map(({ answer }) => answer);
  expect(answersUnder('AuthConfig')).toEqual(['serverError']);
  expect(answersUnder('Nonfatal=Override AuthConfig')).toEqual(expect.arrayContaining(['pass', 'forbidden']));
  expect(asked('Nonfatal=Override AuthConfig').possible.map(({ status }) => status)).toContain(null);
  expect(asked('Nonfatal=Override AuthConfig').decision?.reason).toContain('AllowOverride Nonfatal');
  expect(answersUnder('Nonfatal=Override AuthConfig FileInfo')).toEqual(['forbidden']);
});

test.each(['All', 'Override', 'Unknown'])(
  'AllowOverride Nonfatal=%s alone lets .htaccess files be read',
  (word) => {
    const lines = `<Directory />\nAllowOverride Nonfatal=${word}\n</Directory>\n`;
    const status = (text: string) =>
      statusOf(lines, '/x', '2.4', { 'htdocs/x': '', 'htdocs/.htaccess': text });
    expect(status('# nothing')).toBe(200);
    // What of it counts is not looked into: a guard ends in 500, which a real server answers.
    expect(status('<IfModule mod_dir.c>\n</IfModule>')).toContain(500);
  },
);
