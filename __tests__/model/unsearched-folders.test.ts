import { describe, expect, test } from '@jest/globals';
import { modelOf } from './model-of.ts';

const section = (path: string, permits: string) =>
  `<Directory ${path}>\nAllowOverride ${permits}\n</Directory>\n`;
const host = (lines: string) => `<VirtualHost *:80>\n${lines}</VirtualHost>\n`;

/** Folders that are served and not in the copy, of which it is told that their .htaccess files count. */
function toldOf(lines: string): readonly string[] {
  const main = `ServerRoot /etc/httpd\nListen 80\n${lines}`;
  const { unknowns } = modelOf({ '/copy/httpd/conf/httpd.conf': main });
  return unknowns.filter(({ kind }) => kind === 'folder').map(({ subject }) => subject);
}

describe('a folder that a copy does not hold', () => {
  test.each([
    ['of a host that lets no .htaccess file count', host(`DocumentRoot /srv/a\n${section('/', 'None')}`)],
    ['that is put in whole', host('AliasMatch ^/any(/.*)$ $1\n')],
    [
      'of a section in the host',
      host(`DocumentRoot /srv/a\n${section('/srv/a', 'None')}`) + section('/', 'None'),
    ],
  ])('%s is not told', (_, lines) => {
    expect(toldOf(lines)).toEqual([]);
  });

  test.each([
    ['of a host that says nothing', host('DocumentRoot /srv/a\n')],
    ['of another host', host(section('/', 'None')) + host('DocumentRoot /srv/a\n')],
    [
      'that two hosts serve',
      host(`DocumentRoot /srv/a\n${section('/', 'None')}`) + host('DocumentRoot /srv/a\n'),
    ],
    [
      'that another host serves as a part of its own',
      host(`DocumentRoot /srv/a\n${section('/', 'None')}`) + host('DocumentRoot /srv\n'),
    ],
    ['of the main server, which all hosts have', `Alias /a /srv/a\n${host(section('/', 'None'))}`],
    [
      'in which none counts, but below it',
      host(`DocumentRoot /srv/a\n${section('/', 'None')}${section('/srv/a/b', 'Limit')}`),
    ],
  ])('%s is told', (_, lines) => {
    expect(toldOf(lines)).not.toEqual([]);
  });
});

// 2.2's own default, All, does not: a folder that is not there is told where somebody wrote a line for its files.
describe('a folder that is not there, of a server in its place', () => {
  const absent = (lines: string): readonly string[] => {
    const main = `ServerRoot /srv\nListen 80\nDocumentRoot /far\n${lines}`;
    const { unknowns } = modelOf({ '/srv/conf/httpd.conf': main });
    return unknowns.flatMap(({ kind, folders = [] }) => (kind === 'folder' ? folders : []));
  };

  test.each([
    ['where no line lets them count', ''],
    ['where a line keeps them from counting', section('/', 'None')],
    ['where a line lets them count in another folder', section('/other', 'All')],
    ['nor of a pattern', section('/other/*', 'All')],
    ['where an inner section takes it back', section('/', 'All') + section('/far', 'None')],
  ])('%s is not told', (_, lines) => {
    expect(absent(lines)).not.toContain('/far');
  });

  test.each([
    ['in it', section('/far', 'All')],
    ['around it', section('/', 'FileInfo')],
    ['where a pattern may match it', section('/f*', 'All')],
    ['below it, where a pattern may match', section('/', 'None') + section('/far/*', 'All')],
    ['by AllowOverrideList', '<Directory /far>\nAllowOverrideList Deny\n</Directory>\n'],
  ])('%s is told', (_, lines) => {
    expect(absent(lines)).toContain('/far');
  });

  test.each(['/', '/far'])('of one in which none counts, as %s says, that below it where some do', (none) => {
    const lines = section(none, 'None') + section('/far/sub/a', 'All') + section('/other', 'All');
    expect(absent(lines)).toEqual(['/far/sub/a']);
    expect(absent(lines.replaceAll('de All', 'de None'))).toEqual([]);
  });
});
