import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  buildModel,
  createMemoryReader,
  createParseCache,
  isModelFailure,
  itemsGuarded,
  occurrencesOf,
  scopesOf,
  sectionsNamed,
  takeApart,
  walkItems,
  walkOccurrences,
} from '../../src/model/index.ts';
import type { Occurrence, Scope, ServerModel } from '../../src/model/index.ts';

const MAIN = '/etc/httpd/conf/httpd.conf';
const FILES = ['a.conf', 'b.conf', 'c.conf'];

/** What files may do to one another, and what they may not notice. */
const LINES = [
  'LoadModule dir_module modules/mod_dir.so',
  '<IfModule mod_dir.c>\nDirectoryIndex a.html\n</IfModule>',
  '<IfModule !mod_dir.c>\n<Directory /srv/b>\nAllowOverride None\n</Directory>\n</IfModule>',
  'Define FAST 1',
  '<IfVersion < 2.4>\nDefine FAST 1\n</IfVersion>',
  'UnDefine FAST',
  '<IfDefine FAST>\nTimeout 5\n</IfDefine>',
  'DocumentRoot ${FAST}/www',
  'RewriteRule ^/m/(.*)$ ${map:$1}',
  'Define value-is-port 80',
  '<IfDefine value-is-port>\nTimeout 6\n</IfDefine>',
  'ServerRoot /etc/other',
  'Include conf.d/c.conf',
  '<IfVersion < 2.4>\nInclude conf.d/c.conf\n</IfVersion>',
  'IncludeOptional conf.d/none*.conf',
  '#LoadModule status_module modules/mod_status.so',
  '<VirtualHost *>\nServerName x\n<Location /a>\nDeny from all\n</Location>\nDocumentRoot /srv/x\n</VirtualHost>',
  '<Directory /srv/a>\n<Files x>\nRequire valid-user\n</Files>\nAllowOverride All\n</Directory>',
  'AccessFileName .acl',
  'Alias /m /srv/m',
  'Timeout 7',
];

const text = fc
  .array(fc.constantFrom(...LINES), { maxLength: 5 })
  .map((lines) => lines.map((line) => `${line}\n`).join(''));
const main = text.map(
  (lines) => `ServerRoot /etc/httpd\nInclude conf.d/a.conf\n${lines}Include conf.d/[bc].conf\n`,
);
const tree = fc.tuple(main, text, text, text);
const change = fc.array(fc.oneof(text, fc.constant(null), fc.constant(null)), { minLength: 4, maxLength: 4 });

type Texts = readonly string[];

function modelOf(
  texts: Texts,
  ...more: Parameters<typeof buildModel> extends [unknown, unknown, ...infer Rest] ? Rest : never
) {
  const paths = [MAIN, ...FILES.map((name) => `/etc/httpd/conf.d/${name}`)];
  const files = Object.fromEntries(paths.map((path, at) => [path, texts[at]!]));
  // As the models after an edit are built: unbounded.
  const request = { path: MAIN, maxLines: Infinity };
  const model = buildModel(request, createMemoryReader(files), ...more);
  if (isModelFailure(model)) throw new Error(model.message);
  return model;
}

/** What is found by names, which is looked up in lists that are taken over, too. */
function foundIn(model: ServerModel) {
  const items = walkItems(model.main);
  const at = (found: readonly (Occurrence | Scope)[]) => found.map((item) => items.indexOf(item));
  const names = new Set(walkOccurrences(model.main).map(({ name }) => name));
  return {
    lines: [...names].map((name) => [name, at(occurrencesOf(model, name))]),
    scopes: at(scopesOf(model, 'server', 'virtualhost', 'directory', 'files', 'location')),
    sections: at(sectionsNamed(model, () => true)),
    guarded: at(itemsGuarded(model)),
    others: ['nosuchline', 'timeout', 'accessfilename'].map((name) => occurrencesOf(model, name).length),
  };
}

/** All that a model says, objects told apart by their places. */
function sayingOf(model: ServerModel) {
  const scopes: Scope[] = [];
  const nameOf = (scope: Scope | null) => (scope === null ? null : scopes.indexOf(scope));
  const told = (item: Occurrence | Scope) => {
    if (item.type === 'scope') scopes.push(item);
    const { name, args, seq, on22, on24, file } = item;
    const guards = item.guards.map(({ test: asked, on22: then, on24: now }) => [asked, then, now]);
    const place = item.type === 'scope' ? [nameOf(item.parent), nameOf(item.server)] : [nameOf(item.scope)];
    return [name, args, seq, on22, on24, file.path, model.files.get(file.path) === file, guards, place];
  };
  return {
    items: [...walkItems(model.main)].map(told),
    hosts: model.virtualHosts.map(nameOf),
    files: [...model.files.values()].map(({ path, source, reachedBy }) => [path, source.text, reachedBy]),
    includes: model.includes.map(({ path, outcome, files }) => [
      path,
      outcome,
      files.map((file) => file.path),
    ]),
    modules: model.modules.map(({ identifier, occurrence }) => [identifier, occurrence.seq]),
    comments: model.commentedModules.map(({ identifier, seq }) => [identifier, seq]),
    defines: [...model.defines],
    problems: model.problems,
    unknowns: model.unknowns,
  };
}

test('a model that takes over what did not change says the same as one that was read anew', () => {
  fc.assert(
    fc.property(tree, fc.array(fc.tuple(change, fc.boolean()), { maxLength: 4 }), (first, changes) => {
      const cache = createParseCache();
      let texts: Texts = first;
      let model = modelOf(texts, cache);
      for (const [each, isAsked] of changes) {
        texts = texts.map((old, at) => each[at] ?? old);
        const anew = modelOf(texts);
        if (isAsked) itemsGuarded(model);
        const earlier = takeApart(model);
        model = modelOf(texts, cache, earlier);
        expect(sayingOf(model)).toEqual(sayingOf(anew));
        // Those that nobody asks for their lists have none that the next one could take over.
        if (isAsked) expect(foundIn(model)).toEqual(foundIn(anew));
      }
    }),
    { numRuns: 300 },
  );
});

test.each(['<', '>='])(
  'a guard that one version alone answers otherwise now is read anew: %s 2.4',
  (sign) => {
    const reads = '<IfDefine FAST>\nTimeout 5\n</IfDefine>\n';
    const of = (defines: string): Texts => ['Include conf.d/*.conf\n', defines, reads, ''];
    const [one, both] = [of(`<IfVersion ${sign} 2.4>\nDefine FAST\n</IfVersion>\n`), of('Define FAST\n')];
    const cache = createParseCache();
    const model = modelOf(both, cache, takeApart(modelOf(one, cache)));
    expect(sayingOf(model)).toEqual(sayingOf(modelOf(both)));
    expect(occurrencesOf(model, 'timeout')[0]).toMatchObject({ on22: 'yes', on24: 'yes' });
  },
);

test('so are lists in which every other of thousands of files changed', () => {
  const names = Array.from({ length: 4500 }, (_, i) => `${MAIN}.d/${String(i).padStart(4, '0')}.conf`);
  const files = (changed: string): Record<string, string> => ({
    [MAIN]: `ServerRoot /etc/httpd\nInclude ${MAIN}.d/*.conf\n`,
    ...Object.fromEntries(
      names.map((name, i) => [name, i % 2 === 0 ? `Timeout ${i}\n` : `Timeout ${changed}${i}\n`]),
    ),
  });
  const build = (
    changed: string,
    ...more: [ReturnType<typeof createParseCache>, ReturnType<typeof takeApart>?]
  ) => {
    const model = buildModel({ path: MAIN }, createMemoryReader(files(changed)), ...more);
    if (isModelFailure(model)) throw new Error(model.message);
    return model;
  };
  const cache = createParseCache();
  const first = build('1', cache);
  expect(itemsGuarded(first)).toEqual([]);
  const after = build('2', cache, takeApart(first));
  const said = occurrencesOf(after, 'timeout').map(({ args: [seconds = ''] }) => seconds);
  expect(said).toEqual(names.map((_, i) => (i % 2 === 0 ? `${i}` : `2${i}`)));
});
