import { describe, expect, test } from '@jest/globals';
import { titleOf } from '../../../src/access/index.ts';
import type { ConcreteRequest, Version } from '../../../src/access/index.ts';
import { ask, memoryTree, MODULES_22, MODULES_24 } from './memory-tree.ts';
import type { MemoryTree } from './memory-tree.ts';

// What `who` says of a request: why it is answered so, and the sections whose lines did it.

const LOGIN = 'AuthType Basic\nAuthName x\nAuthUserFile conf/users\n';
const COMPAT = 'LoadModule access_compat_module modules/mod_access_compat.so\n';
const IN = 'Order allow,deny\nAllow from 10.1\n';
const OUT = 'Order allow,deny\nAllow from 10.9\n';
const USER = `${LOGIN}Require valid-user\n`;

type Sections = readonly (readonly [address: string, lines: string])[];
type Request = Partial<ConcreteRequest>;
type Row = readonly [
  title: string,
  sections: Sections,
  request: Request,
  reason: string,
  from: readonly string[],
];

function location([address, lines]: Sections[number]): string {
  return `<Location ${address}>\n${lines}\n</Location>\n`;
}

function reasonOf(tree: MemoryTree, version: Version, request: Request = {}, path = '/a/b/x') {
  const { decision } = ask(tree, path, request, version);
  return { reason: decision?.reason, from: decision?.sections.map(({ scope }) => titleOf(scope)) };
}

const [ROOT, A, B] = ['<Location />', '<Location /a>', '<Location /a/b>'];
const ALICE = { user: 'alice' };
const NO_RULE = 'no access rule is in force: everybody is let through';
const DEPENDS = 'these lines decide, and it is not known whether the request meets them';
const REFUSED = 'Order, Allow and Deny refuse this client';
const NO_USER = 'Order, Allow and Deny let this client in; no user is asked for';
const NOT_SENT = 'Require asks for a user, and the client is not logged in';

// The sections that decide are the last ones that say something to it, each once.
const OF_22: readonly Row[] = [
  ['no rule', [['/a', LOGIN]], {}, NO_RULE, []],
  ['rules of another folder', [['/c', OUT]], {}, NO_RULE, []],
  [
    'the host',
    [
      ['/', IN],
      ['/a', OUT],
      ['/a/b', LOGIN],
    ],
    {},
    REFUSED,
    [A],
  ],
  [
    'the host, with a user',
    [
      ['/', USER],
      ['/a', OUT],
    ],
    ALICE,
    REFUSED,
    [A],
  ],
  [
    'no user',
    [
      ['/', OUT],
      ['/a', IN],
    ],
    {},
    NO_USER,
    [A],
  ],
  ['an unknown client', [['/', IN]], { client: null }, DEPENDS, [ROOT]],
  [
    'an unknown client, each channel from another section',
    [
      ['/', `${IN}${USER}Satisfy all`],
      ['/a', 'Require user bob'],
      ['/a/b', 'Satisfy any'],
    ],
    { client: null },
    DEPENDS,
    [ROOT, A, B],
  ],
  [
    'Satisfy any with the host',
    [
      ['/', `${OUT}${USER}`],
      ['/a', IN],
      ['/a/b', 'Satisfy any'],
    ],
    {},
    'Satisfy any, and Order, Allow and Deny let this client in: no user is asked for',
    [B, A],
  ],
  [
    'Satisfy any without host rules',
    [
      ['/', USER],
      ['/a', 'Satisfy any'],
    ],
    {},
    'Satisfy any, and no Order, Allow or Deny is in force: no user is asked for',
    [A],
  ],
  [
    'Satisfy any, wrong host, no user',
    [
      ['/', `${OUT}${USER}`],
      ['/a', 'Satisfy any'],
    ],
    {},
    NOT_SENT,
    [ROOT],
  ],
  [
    'Satisfy any for another method',
    [['/', `${IN}${USER}<Limit PUT>\nSatisfy any\n</Limit>`]],
    {},
    NOT_SENT,
    [ROOT],
  ],
  ['no credentials', [['/', USER]], {}, NOT_SENT, [ROOT]],
  ['a good user', [['/', USER]], ALICE, 'Require lets alice through', [ROOT]],
  [
    'a user who is not in the file',
    [['/', USER]],
    { user: 'eve' },
    'Require asks for a user, but eve is not in conf/users',
    [ROOT],
  ],
  [
    'another user',
    [
      ['/', USER],
      ['/a', 'Require user bob'],
    ],
    ALICE,
    'alice meets none of the Require lines',
    [A],
  ],
  [
    'no AuthType',
    [['/', 'Require valid-user']],
    ALICE,
    'Require asks for a user, but there is no AuthType',
    [ROOT],
  ],
  [
    'no AuthName',
    [['/', 'AuthType Basic\nAuthUserFile conf/users\nRequire valid-user']],
    ALICE,
    'Require asks for a user, but there is no AuthName',
    [ROOT],
  ],
  [
    'no AuthUserFile',
    [['/', 'AuthType Basic\nAuthName x\nRequire valid-user']],
    ALICE,
    'Require asks for a user, but there is no AuthUserFile',
    [ROOT],
  ],
  [
    'Require lines that nothing serves, without mod_authz_default',
    [['/', `${LOGIN}Require ldap-user alice`]],
    ALICE,
    'no module that is loaded answers for these Require lines, and no mod_authz_default refuses whom they leave',
    [ROOT],
  ],
  [
    'an AuthType that nothing serves',
    [['/', 'AuthType Shibboleth\nAuthName x\nRequire valid-user']],
    ALICE,
    'no module serves AuthType Shibboleth',
    [ROOT],
  ],
];

const REQUIRED_OUT = 'Require refuses this client, whoever logs in';
const THROUGH = 'Require lets this client through';

const OF_24: readonly Row[] = [
  ['no rule', [], {}, NO_RULE, []],
  [
    'the tree',
    [
      ['/', 'Require all granted'],
      ['/a', 'Require ip 10.9'],
    ],
    {},
    REQUIRED_OUT,
    [A],
  ],
  [
    'an AuthMerging that is off',
    [
      ['/', 'Require all granted'],
      ['/a', 'AuthMerging Off\nRequire ip 10.9'],
    ],
    {},
    REQUIRED_OUT,
    [A],
  ],
  [
    'a joined tree',
    [
      ['/', 'Require all granted'],
      ['/a', 'AuthMerging And\nRequire ip 10.1'],
      ['/a/b', 'AuthMerging Or\nRequire ip 10.9'],
    ],
    {},
    THROUGH,
    [ROOT, A, B],
  ],
  [
    'a tree with nothing to join it with',
    [
      ['/a', LOGIN],
      ['/a/b', 'AuthMerging And\nRequire ip 10.1'],
    ],
    {},
    THROUGH,
    [B],
  ],
  [
    'an AuthType without Require',
    [['/', 'AuthType Basic']],
    {},
    'an AuthType is in force without any Require: 2.4 answers 500 (AH01627)',
    [ROOT],
  ],
  ['no credentials', [['/', USER]], {}, NOT_SENT, [ROOT]],
  ['a good user', [['/', USER]], ALICE, 'Require lets alice through', [ROOT]],
  [
    'a user nobody asks for',
    [['/', 'Require ip 10.1']],
    { user: 'eve', scheme: 'basic' },
    'Require lets eve through',
    [ROOT],
  ],
  ['an unknown client', [['/', 'Require ip 10.1']], { client: null }, DEPENDS, [ROOT]],
  [
    'no AuthType',
    [['/', 'Require valid-user']],
    {},
    'Require asks for a user, but there is no AuthType',
    [ROOT],
  ],
];

const COMPAT_OUT = 'Order, Allow and Deny (mod_access_compat) refuse this client, whatever Require says';

const OF_COMPAT: readonly Row[] = [
  [
    'the host',
    [
      ['/', IN],
      ['/a', OUT],
    ],
    {},
    COMPAT_OUT,
    [A],
  ],
  [
    'the host, with Require',
    [
      ['/', OUT],
      ['/a', 'Require all granted'],
    ],
    {},
    COMPAT_OUT,
    [ROOT],
  ],
  [
    'Require behind a good host',
    [
      ['/', IN],
      ['/a', 'Require ip 10.9'],
    ],
    {},
    REQUIRED_OUT,
    [A],
  ],
  ['no Require', [['/', IN]], {}, 'Order, Allow and Deny let this client in; no Require is in force', [ROOT]],
  [
    'Satisfy any with the host',
    [
      ['/', USER],
      ['/a', `${IN}Satisfy any`],
    ],
    {},
    'Satisfy any, and Order, Allow and Deny (mod_access_compat) let this client in',
    [A],
  ],
  [
    'Satisfy any, wrong host, no user',
    [
      ['/', USER],
      ['/a', `${OUT}Satisfy any`],
    ],
    {},
    NOT_SENT,
    [ROOT],
  ],
  [
    'Satisfy any, wrong host, wrong user',
    [
      ['/', 'Require ip 10.9'],
      ['/a', `${OUT}Satisfy any`],
    ],
    {},
    REQUIRED_OUT,
    [ROOT],
  ],
  [
    'an unknown client',
    [
      ['/', IN],
      ['/a', 'Require ip 10.1'],
    ],
    { client: null },
    DEPENDS,
    [ROOT, A],
  ],
];

function trees(modules: string) {
  return (sections: Sections): MemoryTree =>
    memoryTree({
      'conf/httpd.conf': modules + sections.map(location).join(''),
      'conf/users': 'alice:x\n',
      'htdocs/a/b/x': '',
    });
}

describe.each([
  ['2.2', '2.2', MODULES_22, OF_22],
  ['2.4', '2.4', MODULES_24, OF_24],
  ['2.4 with mod_access_compat', '2.4', MODULES_24 + COMPAT, OF_COMPAT],
] as const)('%s', (_, version, modules, rows) => {
  const treeWith = trees(modules);
  test.each(rows)('%s', (__, sections, request, reason, from) => {
    expect(reasonOf(treeWith(sections), version, request)).toEqual({ reason, from });
  });
});

describe('a .htaccess file that is answered 500', () => {
  const tree = (override: string, text: string) =>
    memoryTree({
      'conf/httpd.conf': `${MODULES_22}<Directory /srv/htdocs>\n${override}\n</Directory>\n`,
      'htdocs/.htaccess': text,
      'htdocs/x': '',
    });

  test.each([
    [
      'AllowOverride Limit',
      'Options None\n',
      'the .htaccess file says Options, which AllowOverride does not permit: 500 for all below it',
    ],
    [
      'AllowOverride Limit',
      '<Files x>\nDirectoryIndex y\n</Files>\n',
      'the .htaccess file says DirectoryIndex, which AllowOverride does not permit: 500 for all below it',
    ],
    [
      'AllowOverride All',
      'Nonsense on\n',
      "Apache 2.2 does not take a line of the .htaccess file (Invalid command 'Nonsense'): 500 for all below it",
    ],
  ])('%s, %j', (override, text, reason) => {
    expect(reasonOf(tree(override, text), '2.2', {}, '/x')).toEqual({ reason, from: ['.htaccess'] });
  });
});
