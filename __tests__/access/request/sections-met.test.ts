import { describe, expect, test } from '@jest/globals';
import { titleOf } from '../../../src/access/index.ts';
import type { ConcreteRequest } from '../../../src/access/index.ts';
import { ask, memoryTree, MODULES_22 } from './memory-tree.ts';

// As a real 2.2.34 meets them: it answers 403 where the section denies.
const RULE = 'Order allow,deny';

/** The sections with a rule that a request meets, in order; each is given by its opening line. */
function met(
  openings: readonly string[],
  path: string,
  {
    links = {},
    lines = '',
    ...request
  }: Partial<ConcreteRequest> & { links?: Record<string, string>; lines?: string } = {},
): string[] {
  const sections = openings.map((opening) => `<${opening}>\n${RULE}\n</${opening.split(' ')[0] ?? ''}>\n`);
  const files = {
    'conf/httpd.conf': `${MODULES_22}${lines}\n${sections.join('')}`,
    'htdocs/x': '',
    'htdocs/sub/x': '',
    'htdocs/sub/deep/x': '',
    'htdocs/sub/index.html': '',
  };
  const { evaluation } = ask(memoryTree(files, { links }), path, request);
  const steps = evaluation.rounds[0]?.steps ?? [];
  return steps
    .map(({ section }) => titleOf(section.scope).slice(1, -1))
    .filter((title) => openings.includes(title));
}

describe('a Location', () => {
  test.each([
    ['/sub', '/sub', true],
    ['/sub', '/sub/x', true],
    ['/sub', '/sub//x', true],
    ['/sub', '//sub/x', true],
    ['/sub', '/subs', false],
    ['/sub/', '/sub', false],
    ['/sub/', '/sub/x', true],
    ['/', '/x', true],
    ['/x/y', '/x', false],
    ['/*/x', '/sub/x', true],
    ['/*/x', '/sub/deep/x', false],
    ['/s?b', '/sub', true],
    ['/s?b', '/sub/x', false],
  ])('%s and %s: %s', (location, path, isMet) => {
    expect(met([`Location ${location}`], path)).toEqual(isMet ? [`Location ${location}`] : []);
  });

  test.each([
    ['^/sub', '/sub/x', true],
    ['/x$', '/sub/x', true],
    ['^/sub/x', '/sub//x', false],
    ['^/SUB', '/sub', false],
    ['(?=/sub)x', '/sub', false],
  ])('Match %s and %s: %s', (pattern, path, isMet) => {
    expect(met([`LocationMatch ${pattern}`], path)).toEqual(isMet ? [`LocationMatch ${pattern}`] : []);
  });
});

describe('Directory sections', () => {
  test.each([
    ['Directory /srv', '/x', true],
    ['Directory /srv/htdocs', '/x', true],
    ['Directory /srv/htdocs/sub', '/x', false],
    ['Directory /srv/htdocs/sub', '/sub', true],
    ['Directory /srv/htdocs/sub/', '/sub/deep/x', true],
    ['Directory /srv/htdocs/none', '/none/x', false],
    // The file itself is taken for a folder, too, where links may be followed.
    ['Directory /srv/htdocs/x', '/x', true],
    ['Directory /srv/htdocs/*', '/sub/x', true],
    ['Directory /srv/*/*', '/sub/x', true],
    ['Directory /srv/*/*/*/*', '/sub/x', false],
    ['Directory /*/sub', '/sub/x', false],
    ['Directory /srv/?tdocs', '/x', true],
    ['Directory /other/*', '/x', false],
    ['DirectoryMatch /sub', '/sub/x', true],
    ['DirectoryMatch /SUB', '/sub/x', false],
    ['DirectoryMatch /none', '/none/x', true],
    ['DirectoryMatch /none/x', '/none/x', false],
    ['DirectoryMatch (?=/sub)x', '/sub/x', false],
  ])('%s and %s: %s', (opening, path, isMet) => {
    expect(met([opening], path)).toEqual(isMet ? [opening] : []);
  });
});

describe('Files sections', () => {
  test.each([
    ['Files x', '/x', true],
    ['Files x', '/x/behind/it', true],
    ['Files x', '/sub', false],
    ['Files sub', '/sub', true],
    ['Files none', '/none', true],
    ['Files none', '/none/x', true],
    ['Files x', '/none/x', false],
    ['Files ?', '/x', true],
    ['Files ??', '/x', false],
    ['FilesMatch ^x$', '/sub/x', true],
    ['FilesMatch /x', '/x', false],
    ['FilesMatch (?=x)y', '/x', false],
  ])('%s and %s: %s', (opening, path, isMet) => {
    expect(met([opening], path)).toEqual(isMet ? [opening] : []);
  });
});

describe('Proxy sections', () => {
  test.each([
    ['Proxy http://app/in', '/p/in/x', true],
    ['Proxy http://app/in', '/p/inside', true],
    ['Proxy http://app/in', '/p/x', false],
    ['Proxy *', '/p/x', true],
    ['Proxy http://app/*/x', '/p/a/b/x', true],
    ['Proxy http://app/*/y', '/p/a/b/x', false],
    ['ProxyMatch ^http://app/', '/p/x', true],
    ['ProxyMatch ^https', '/p/x', false],
    ['ProxyMatch (?=http)x', '/p/x', false],
    ['Proxy *', '/x', false],
  ])('%s and %s: %s', (opening, path, isMet) => {
    expect(met([opening], path, { lines: 'ProxyPass /p http://app' })).toEqual(isMet ? [opening] : []);
  });
});

describe('links on the way', () => {
  const links = { '/srv/htdocs/link': '/srv/htdocs/sub' };
  const walked = (options: string, path: string) => {
    const conf = `<Directory /srv/htdocs>\nOptions ${options}\n</Directory>\n`;
    const files = { 'conf/httpd.conf': conf, 'htdocs/sub/x': '', 'htdocs/x': '' };
    const { evaluation, possible } = ask(memoryTree(files, { links }), path);
    return [possible[0]?.answer, evaluation.rounds[0]?.early?.why ?? null];
  };
  const why = 'Options do not let the link /srv/htdocs/link be followed';

  test.each([
    ['FollowSymLinks', '/link/x', 'pass', null],
    ['SymLinksIfOwnerMatch', '/link/x', 'pass', null],
    ['None', '/link/x', 'forbidden', why],
    ['None', '/link', 'forbidden', why],
    ['None', '/sub/x', 'pass', null],
    ['None', '/x', 'pass', null],
  ])('Options %s and %s: %s', (options, path, answer, reason) => {
    expect(walked(options, path)).toEqual([answer, reason]);
  });
});
