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
  ])('%s is told', (_, lines) => {
    expect(toldOf(lines)).not.toEqual([]);
  });
});
