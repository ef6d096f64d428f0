import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { UnknownKind } from '../../src/model/index.ts';
import { MAIN as ENTRY, migrated } from './migrated.ts';

// Each kind of unknown that docs/access-proof.md lists is told at run time, as an error, and named in what the summary is made of.

const SERVER = `ServerRoot /etc/httpd\nListen 80\nDocumentRoot /var/www\n`;
const CLOSED = '<Directory /var/www>\nAllowOverride None\nOrder deny,allow\nDeny from all\n</Directory>\n';
const MAIN = '/etc/httpd/conf/httpd.conf';

interface Example {
  readonly path: string;
  readonly files: Readonly<Record<string, string>>;
  readonly subject: string;
}

const EXAMPLES: Readonly<Record<UnknownKind, Example>> = {
  value: {
    path: MAIN,
    files: { [MAIN]: SERVER + CLOSED.replace('Deny from all', 'Deny from ${BANNED}') },
    subject: '${BANNED}',
  },
  template: {
    path: '/x/site.conf',
    files: { '/x/site.conf': '<Location /x>\nOrder deny,allow\nDeny from {{ nets }}\n</Location>\n' },
    subject: '{{ nets }}',
  },
  folder: {
    path: '/copy/etc/httpd/conf/httpd.conf',
    files: {
      '/copy/etc/httpd/conf/httpd.conf': SERVER + CLOSED.replace('AllowOverride None', 'AllowOverride All'),
    },
    subject: '/var/www',
  },
  mapping: {
    path: MAIN,
    files: {
      [MAIN]: `${SERVER}LoadModule perl_module modules/mod_perl.so\nPerlTransHandler My::Map\n${CLOSED.replace('AllowOverride None', 'AllowOverride All')}`,
      '/var/www/index.html': '',
    },
    subject: 'PerlTransHandler My::Map',
  },
  module: {
    path: MAIN,
    files: {
      [MAIN]: `${SERVER}LoadModule mod_shib modules/mod_shib_22.so\n${CLOSED.replace('Order deny,allow\nDeny from all', 'AuthType shibboleth\nShibRequireAll On\nRequire valid-user')}`,
    },
    subject: 'ShibRequireAll On',
  },
  spelling: {
    path: MAIN,
    files: {
      [MAIN]: `ServerRoot C:/Apache2\nListen 80\n${CLOSED.replace('/var/www', 'C:/Data')}${CLOSED.replace('/var/www', 'c:\\\\DATA\\\\a')}`,
    },
    subject: 'c:\\DATA\\a',
  },
  context: {
    path: '/x/block.conf',
    files: { '/x/block.conf': 'Order allow,deny\nAllow from all\nDeny from 192.0.2.1\n' },
    subject: 'what is around block.conf',
  },
};

describe('what is not known', () => {
  test.each(Object.entries(EXAMPLES))('%s: is an error that names it', (kind, example) => {
    const { unknowns, findings } = migrated(example.files, { semantics: 'exact' }, example.path);
    expect(unknowns.map((each) => [each.kind, each.bearing, each.subject])).toContainEqual([
      kind,
      'access',
      example.subject,
    ]);
    const told = findings.filter(({ transform, messageId }) => transform === 'unknown' && messageId === kind);
    expect(new Set(told.map(({ level }) => level))).toEqual(new Set(['error']));
  });

  test('is listed in docs/access-proof.md, kind by kind', () => {
    const text = readFileSync(new URL('../../docs/access-proof.md', import.meta.url), 'utf8');
    const section = /^## What is not known$(.*?)^## /ms.exec(text)?.[1] ?? '';
    const listed = [...section.matchAll(/^\| `(\w+)` +\|/gm)].map(([, kind]) => kind);
    expect(listed.toSorted()).toEqual(Object.keys(EXAMPLES).toSorted());
  });
});

test('that a variable has no value is said once: with what hangs on it', () => {
  const lines = [
    'Listen 80',
    '<Location />',
    'Deny from ${BAD}',
    'ErrorDocument 403 ${PAGE}',
    '</Location>',
    '',
  ];
  const { findings } = migrated({ [ENTRY]: lines.join('\n') });
  const said = findings.filter(({ message }) => message.includes('has no value here'));
  expect(said.map(({ transform, message }) => [transform, message.slice(0, 7).trim()])).toEqual([
    ['unknown', '${BAD}'],
    ['model', '${PAGE}'],
  ]);
});
