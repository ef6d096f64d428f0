import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { describeDifference, planRepairs, planRewrite, prove } from '../../src/access/index.ts';
import type { ProofResult, RewritePlan } from '../../src/access/index.ts';
import { candidateLines, copiesOf } from '../../src/access/rewrite/candidate.ts';
import { readAllSections } from '../../src/access/sections/read-sections.ts';
import type { World } from '../../src/access/sections/worlds.ts';
import { intendedState22 } from '../../src/access/states/intended-state.ts';
import { ownOverride } from '../../src/access/states/override.ts';
import { ownState24 } from '../../src/access/states/own-state.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../src/model/index.ts';
import type { ServerModel } from '../../src/model/index.ts';
import { takeTimings } from '../../src/text/index.ts';
import { lineChanges } from './line-changes.ts';
import { denseTree, MAIN_FILE, randomTree } from './random-trees.ts';
import type { Tree } from './random-trees.ts';
import { byEffort } from '../effort.ts';

// What is equal is done once: sections that say the same to states that are the same. Nothing may come out that would not come out
// if each were looked at by itself.

const runs = Number(process.env['RUNS'] ?? byEffort({ sample: 5, ci: 15, all: 150 }));
const SEMANTICS = fc.constantFrom('exact' as const, 'contract' as const);

/** Twelve hosts of three kinds, so that there is something to share. */
function withHosts(tree: Tree): Tree {
  const main = tree[MAIN_FILE] ?? '';
  const section = /<(Directory|Location|Files)\b[^]*?<\/\1>/.exec(main)?.[0] ?? '';
  const hosts = Array.from({ length: 12 }, (_, i) => {
    const own = ['Order allow,deny\nAllow from all', 'Order deny,allow\nDeny from all\nAllow from 10', ''][
      i % 3
    ];
    const inside = `<Location "/own${i}">\n${own}\n</Location>\n${i % 2 === 0 ? section : ''}`;
    return `<VirtualHost *:80>\nServerName h${i}.example.org\nDocumentRoot /srv/h${i}\n${inside}\n</VirtualHost>\n`;
  });
  return { ...tree, [MAIN_FILE]: `${main}\n${hosts.join('')}` };
}

/** Lines of the main server by which it makes a difference where the folders of hosts lie. */
const APART = [
  '',
  '<DirectoryMatch "h[0-3]/">\n@\n</DirectoryMatch>',
  '<Directory /srv/h[0-3]>\n@\n</Directory>',
  '<Directory /srv/h2>\n@\n</Directory>',
  '<Directory /srv/h2/in/further>\n@\n</Directory>',
  '<Directory /srv/deep>\n@\n</Directory>',
  'Alias /all /srv\n<Location /all/h2>\n@\n</Location>',
  'Alias /h2 /srv/h2\n<Location /h2>\n@\n</Location>',
  'Alias /all/ /srv/h\n<Location /all/2>\n@\n</Location>',
];

/** Hosts most of which are the same up to their names and folders. */
function withEqualHosts(tree: Tree, rules: readonly string[], apart: string, hasFile: boolean): Tree {
  const main = `${tree[MAIN_FILE] ?? ''}\n${apart.replace('@', rules.join('\n'))}`;
  const hosts = Array.from({ length: 8 }, (_, i) => {
    const folder = i === 4 ? `/srv/deep/h${i}` : `/srv/h${i}`;
    const odd = i === 7 ? 'Order deny,allow\nDeny from all' : 'Order allow,deny\nAllow from all';
    const lines = [
      `<Directory ${folder}>\n${rules.join('\n')}\n</Directory>`,
      `<Directory ${folder}/in>\n${odd}\n</Directory>`,
      `<Location /a>\n${rules.join('\n')}\n</Location>`,
      i % 3 === 0 ? `Alias /data ${folder}/in` : 'Alias /data /opt/httpd-2.2/alt',
    ];
    return `<VirtualHost *:80>\nServerName h${i}.example.org\nDocumentRoot ${folder}\n${lines.join('\n')}\n</VirtualHost>\n`;
  });
  const files = hasFile ? { '/srv/h1/in/.htaccess': `${rules.join('\n')}\n` } : {};
  return { ...tree, ...files, [MAIN_FILE]: `${main}\n${hosts.join('')}` };
}

const RULES = fc.constantFrom(
  ['Order allow,deny', 'Allow from 10'],
  ['Order deny,allow', 'Deny from all', 'Satisfy any', 'AuthType Basic', 'Require valid-user'],
  ['Require user ann', 'AuthType Basic', 'AuthName x'],
  ['AllowOverride None'],
);

/** Lines by which addresses lead to folders that can't be told. */
const UNTOLD = [
  'UserDir public_html',
  'UserDir /home/*/public_html',
  'AliasMatch ^/m/(.*) /home/$1',
  'RewriteEngine on\nRewriteRule ^/r/(.*) /home/$1',
  'RewriteEngine on\nRewriteOptions inherit\nRewriteRule ^/p(.*) $1 [PT]',
];

/** What one of the hosts says beside the others. */
const ODD_HOSTS = [
  '',
  '<Location />\n@\n</Location>',
  '<Location /~u1>\n@\n</Location>',
  '<Files x>\n@\n</Files>',
  '<FilesMatch "\\.x$">\n@\n</FilesMatch>',
  '<Directory /home>\n@\n</Directory>',
  '<Directory /home/u1/public_html/in>\n@\n</Directory>',
  '<Directory />\n<Files y>\n@\n</Files>\n</Directory>',
  '<Directory /home/*/public_html>\n@\n</Directory>',
  '<DirectoryMatch "^/home/u[0-3]/">\n@\n</DirectoryMatch>',
  'UserDir disabled',
];

/** What each of the hosts says of files; `%` is another number for every other one. */
const FILES = [
  '',
  '<Files x>\n@\n</Files>',
  '<Files x>\nOrder allow,deny\nDeny from all\n</Files>\n<FilesMatch "\\.x$">\nSatisfy any\n</FilesMatch>',
  '<Files x>\nOrder allow,deny\nAllow from 10.%\n</Files>\n<Files y>\n@\n</Files>',
];

/** Hosts of many users, with rules of their own for their own folders, whose addresses may lead to those of others. */
function withUsers(tree: Tree, rules: readonly string[], texts: readonly string[], hasFile: boolean): Tree {
  const [untold = '', odd = '', apart = '', ofFiles = '', where = ''] = texts;
  const said = (text: string): string => text.replaceAll('@', rules.join('\n'));
  const main = `${tree[MAIN_FILE] ?? ''}\n${untold}\n${said(apart)}`;
  const hosts = Array.from({ length: 7 }, (_, i) => {
    const folder = `/home/u${i}/public_html`;
    const own = i % 2 === 0 ? 'Order deny,allow\nDeny from all' : 'Order allow,deny\nAllow from 10';
    const section = `<Directory ${folder}>\n${own}\n</Directory>\n`;
    const [outside, inside] = where === 'outside' ? [section, ''] : ['', section];
    const files = said(ofFiles).replaceAll('%', `${i % 2}`);
    return `${outside}<VirtualHost *:80>\nServerName h${i}.example.org\nDocumentRoot ${folder}\n${inside}${files}\n${i === 3 ? said(odd) : ''}\n</VirtualHost>\n`;
  });
  const files = hasFile ? { '/home/u2/public_html/.htaccess': `${rules.join('\n')}\n` } : {};
  return { ...tree, ...files, [MAIN_FILE]: `${main}\n${hosts.join('')}` };
}

/** Lines of the main server that lead into one folder, beside others that lead there, into it, or below them. */
const LED = [
  '',
  'Alias /l1/f1 /srv/else',
  'Alias /l1/f1/ /srv/else/',
  'Alias /l2 /srv/led/f1',
  'AliasMatch ^/l2/(.*) /srv/led/$1',
  'ProxyPass /l2/f1 http://b/',
  'ProxyPass /l3 http://b/',
  '<Location /l2>\n@\n</Location>',
  '<Location /l2/f0>\n@\n</Location>',
  '<Location /l2/>\n@\n</Location>',
  '<LocationMatch "f1">\n@\n</LocationMatch>',
  '<Location />\n@\n</Location>',
  '<Directory /srv/led>\n@\n</Directory>',
  '<DirectoryMatch "f[01]">\n@\n</DirectoryMatch>',
  '<Files x>\n@\n</Files>',
  'DocumentRoot /srv/led',
];

/** Hosts to whom lines of the main server lead into folders of its own. */
function withInherited(
  tree: Tree,
  rules: readonly string[],
  texts: readonly string[],
  hasFile: boolean,
): Tree {
  const [led = '', another = '', own = '', odd = ''] = texts.map((text) =>
    text.replaceAll('@', rules.join('\n')),
  );
  const lines = Array.from(
    { length: 4 },
    (_, i) => `Alias ${i === 3 ? `/l${i}/` : `/l${i}`} /srv/led${i === 3 ? '/' : ''}`,
  );
  const folders = Array.from({ length: 3 }, (_, i) => {
    return `<Directory /srv/led/f${i}>\nOrder deny,allow\nDeny from all\nAllow from 10.${i % 2}\n</Directory>`;
  });
  const hosts = Array.from({ length: 5 }, (_, i) => {
    return `<VirtualHost *:80>\nServerName h${i}.example.org\nDocumentRoot /srv/h${i}\n${i % 2 === 0 ? own : ''}\n${i === 3 ? odd : ''}\n</VirtualHost>\n`;
  });
  // Few are not looked at: each is gone through.
  const others = Array.from({ length: 16 }, (_, i) => `Alias /m${i} /srv/m${i}`);
  const main = [tree[MAIN_FILE] ?? '', ...others, led, ...lines, another, ...folders, ...hosts].join('\n');
  const files = hasFile ? { '/srv/led/f1/.htaccess': `${rules.join('\n')}\n` } : {};
  return { ...tree, ...files, [MAIN_FILE]: main };
}

function modelOf(tree: Tree): ServerModel {
  const model = buildModel({ path: MAIN_FILE }, createMemoryReader(tree));
  if (isModelFailure(model)) throw new Error(model.message);
  return model;
}

function shown({ units, refusals, extendOverride, flags }: RewritePlan): unknown {
  return {
    units: units.map(({ candidate, remove, sections, shapes, isRefused, asksNobody }) => ({
      type: candidate.type,
      lines: candidateLines(candidate),
      copies: copiesOf(candidate).map(({ text }) => candidateLines(text)),
      remove: remove.map(({ occurrence }) => occurrence.seq),
      sections: sections.map(({ scope }) => scope.seq),
      notes: [shapes, isRefused, asksNobody],
    })),
    refusals: refusals.map(({ section, reason, wanted }) => [section.scope.seq, reason, wanted]),
    overrides: extendOverride.length,
    flags: flags.map(({ host, flag }) => [host.seq, flag]),
  };
}

function shownRepairs(plans: ReturnType<typeof planRepairs>): unknown {
  if (typeof plans === 'string') return plans;
  const { repairs, extendOverride, flags } = plans;
  return {
    repairs: repairs.map(({ sections, ...rest }) => ({
      ...rest,
      sections: sections.map(({ scope }) => scope.seq),
    })),
    overrides: extendOverride.length,
    flags: flags.map(({ host, flag }) => [host.seq, flag]),
  };
}

function told(result: ProofResult): unknown {
  if (result.type === 'proven') return result;
  return result.type === 'different'
    ? result.differences.map((each) => describeDifference(each, null))
    : result.type;
}

test.each([
  ['random trees', randomTree],
  ['dense trees', denseTree],
  ['trees with many hosts', randomTree.map(withHosts)],
  [
    'trees with equal hosts',
    fc
      .tuple(randomTree, RULES, fc.constantFrom(...APART), fc.boolean())
      .map((parts) => withEqualHosts(...parts)),
  ],
  [
    'trees whose addresses may lead to folders of other hosts',
    fc
      .tuple(
        randomTree,
        RULES,
        fc.tuple(
          fc.constantFrom(...UNTOLD),
          fc.constantFrom(...ODD_HOSTS),
          fc.constantFrom(...ODD_HOSTS),
          fc.constantFrom(...FILES),
          fc.constantFrom('inside', 'outside'),
        ),
        fc.boolean(),
      )
      .map((parts) => withUsers(...parts)),
  ],
  [
    'trees whose hosts are led by lines of the main server',
    fc
      .tuple(
        fc.oneof(fc.constant<Tree>({ [MAIN_FILE]: 'ServerRoot /opt/httpd-2.2\nListen 80' }), randomTree),
        RULES,
        fc.tuple(...[LED, LED, LED, LED].map((lines) => fc.constantFrom(...lines))),
        fc.boolean(),
      )
      .map((parts) => withInherited(...parts)),
  ],
])('what is shared is what each would be by itself: %s', (_, trees) => {
  fc.assert(
    fc.property(trees, SEMANTICS, fc.boolean(), (tree, semantics, hasCompat) => {
      const model = modelOf(tree);
      expect(shown(planRewrite(model, semantics, true))).toEqual(shown(planRewrite(model, semantics, false)));
      expect(shownRepairs(planRepairs(model, true))).toEqual(shownRepairs(planRepairs(model, false)));
      const proven = (sharesEqual: boolean) =>
        told(prove(model, model, semantics, hasCompat, undefined, sharesEqual));
      expect(proven(true)).toEqual(proven(false));
    }),
    { numRuns: runs },
  );
});

test('two trees are compared alike whether what stands at the same place of both is one or two', () => {
  const changed = (tree: Tree, which: number): Tree => {
    const lines = (tree[MAIN_FILE] ?? '').split('\n');
    const changes = lines.flatMap((_line, at) => lineChanges(lines, at));
    const change = changes[which % (changes.length + 1)];
    return change === undefined ? tree : { ...tree, [MAIN_FILE]: change.lines.join('\n') };
  };
  fc.assert(
    fc.property(denseTree.map(withHosts), fc.nat(), SEMANTICS, (tree, which, semantics) => {
      const [before, after] = [modelOf(tree), modelOf(changed(tree, which))];
      const compared = (sharesEqual: boolean) =>
        told(prove(before, after, semantics, true, undefined, sharesEqual));
      expect(compared(true)).toEqual(compared(false));
    }),
    { numRuns: runs },
  );
});

test('sections of one form say what each would say by itself', () => {
  fc.assert(
    fc.property(denseTree.map(withHosts), SEMANTICS, (tree, semantics) => {
      const sections = readAllSections(modelOf(tree));
      const together: World = new Map();
      for (const section of sections) {
        // A world in which nothing else was looked at.
        const alone: World = new Map();
        expect(intendedState22(section, together, semantics)).toEqual(
          intendedState22(section, alone, semantics),
        );
        expect(ownState24(section, together)).toEqual(ownState24(section, alone));
        expect(ownOverride(section, '2.4', together)).toEqual(ownOverride(section, '2.4', alone));
      }
    }),
    { numRuns: runs },
  );
});

test('of hosts of one form one is gone through, and the counts tell', () => {
  const counts = (hosts: number): ReadonlyMap<string, number> => {
    const host = (i: number) => `<VirtualHost *:80>
ServerName h${i}.example.org
DocumentRoot /srv/h${i}
<Directory /srv/h${i}>
${i % 2 === 0 ? 'Order allow,deny' : 'Order deny,allow'}
Allow from 10
</Directory>
</VirtualHost>
`;
    const text = `ServerRoot /srv\n${Array.from({ length: hosts }, (_, i) => host(i)).join('')}`;
    const model = modelOf({ [MAIN_FILE]: text });
    takeTimings();
    const { units } = planRewrite(model, 'exact');
    expect(new Set(units.map(({ candidate }) => candidateLines(candidate).join()))).toHaveProperty('size', 2);
    prove(model, model, 'exact', true);
    return takeTimings().counted;
  };
  const [few, many] = [counts(4), counts(40)];
  expect([few.get('equal hosts shared'), many.get('equal hosts shared')]).toEqual([4, 76]);
  for (const what of ['flow walks', 'states and parts of states', 'decisions', 'sections planned']) {
    expect([what, many.get(what)]).toEqual([what, few.get(what)]);
  }
});

test('what was decided for the rewrite is known to the proof', () => {
  const tree = (rules: string) =>
    modelOf({ [MAIN_FILE]: `ServerRoot /srv\nListen 80\n<Directory />\n${rules}\n</Directory>\n` });
  const before = tree('Order allow,deny\nAllow from 10');
  const decisions = () => takeTimings().counted.get('decisions') ?? 0;
  decisions();
  expect(planRewrite(before, 'exact').units.flatMap(({ candidate }) => candidateLines(candidate))).toEqual([
    'Require ip 10',
  ]);
  expect(decisions()).toBeGreaterThan(0);
  expect(prove(before, tree('Require ip 10'), 'exact', false).type).toBe('proven');
  expect(decisions()).toBe(0);
  expect(prove(before, tree('Require ip 11'), 'exact', false).type).toBe('different');
  expect(decisions()).toBeGreaterThan(0);
});

/**
 * How many of two hosts that differ by their names and folders are shared, with more lines of the main server.
 * @param own more lines of both hosts
 */
function sharedOfTwo(lines: string, files: Tree = {}, own = ''): number {
  const host = (name: string, folder: string) => `<VirtualHost *:80>
ServerName ${name}.example.org
DocumentRoot ${folder}
<Directory ${folder}/in>
Order allow,deny
</Directory>
${own.replace('@', rules)}
</VirtualHost>
`;
  const rules = 'Order deny,allow\nDeny from all';
  const text = `ServerRoot /opt/httpd-2.2\nListen 80\n${lines.replace('@', rules)}\n${host('two', '/srv/a/h2')}${host('five', '/srv/b/h5')}`;
  const model = modelOf({ ...files, [MAIN_FILE]: text });
  takeTimings();
  prove(model, model, 'exact', true);
  return takeTimings().counted.get('equal hosts shared') ?? 0;
}

test('hosts are shared where nothing tells their folders apart', () => {
  expect(sharedOfTwo('')).toBe(1);
  expect(sharedOfTwo('<Directory /srv>\n@\n</Directory>')).toBe(1);
  expect(sharedOfTwo('<Files x>\n@\n</Files>\n<Location /in>\n@\n</Location>')).toBe(1);
});

test.each([
  '<DirectoryMatch "h2">\n@\n</DirectoryMatch>',
  '<Directory /srv/*/h2>\n@\n</Directory>',
  '<Directory /srv/a>\n@\n</Directory>',
  '<Directory /srv/a/h2>\n@\n</Directory>',
  '<Directory /srv/a/h2/in/further>\n@\n</Directory>',
  'Alias /all /srv\n<Location /all/a/h2/in>\n@\n</Location>',
  'Alias /two /srv/a/h2',
  'Alias /all/ /srv/a/h',
  'RewriteEngine On\nRewriteOptions Inherit\nRewriteRule ^/x(.*) /srv/a/$1',
  'UserDir public_html',
  'ProxyRequests On',
  '<Directory />\nRequire expr "%{REQUEST_URI} == \'/x\'"\n</Directory>',
])('and each by itself where something may: %s', (lines) => {
  expect(sharedOfTwo(lines)).toBe(0);
});

test('or a .htaccess file', () => {
  const line = '<Directory />\nAllowOverride All\n</Directory>';
  expect(sharedOfTwo(line)).toBe(1);
  expect(sharedOfTwo(line, { '/srv/a/h2/in/.htaccess': 'Order deny,allow\nDeny from all\n' })).toBe(0);
});

test('hosts are shared that say the same, but nothing of their folders', () => {
  expect(sharedOfTwo('', {}, 'Alias /data /opt/data\n<Location /in>\n@\n</Location>')).toBe(1);
});

test.each([
  'Alias /all /srv\n<Location /all/a/h2/in>\n@\n</Location>',
  'Alias /all/ /srv/a/h',
  '<DirectoryMatch "h2">\n@\n</DirectoryMatch>',
  '<Directory /srv/*/h2>\n@\n</Directory>',
  'AliasMatch ^/u/(.*) /srv/a/$1',
  'AliasMatch ^/u/(.*) /srv/a/$1\nRewriteEngine On\nRewriteCond %{REMOTE_ADDR} ^10\nRewriteRule ^/p http://b.example/ [P]',
  'RewriteEngine On\nRewriteRule ^/x(.*) /srv/a/$1',
  'ProxyRequests On',
  `<Location /in>\nRequire expr "%{REQUEST_URI} == '/x'"\n</Location>`,
])(
  'hosts are gone through by themselves where their own lines lead to any folder, or tell folders apart: %j',
  (own) => {
    expect(sharedOfTwo('', {}, own)).toBe(0);
  },
);
