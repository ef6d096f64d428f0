import fc from 'fast-check';
import { expect, test } from '@jest/globals';
import { migrate } from '../../src/migrate/index.ts';
import { buildModel, createMemoryReader, isModelFailure, type ServerModel } from '../../src/model/index.ts';
import { computeNeeds } from '../../src/needs/index.ts';
import { readingDemands } from '../../src/needs/reading-demands.ts';
import { targetNames, targetProfile, type TargetName } from '../../src/target/index.ts';
import { loadNeededModules } from '../../transforms/load-needed-modules.ts';
import { removeGoneModules } from '../../transforms/remove-gone-modules.ts';
import { renameModules } from '../../transforms/rename-modules.ts';
import { byEffort } from '../effort.ts';

const RUNS = byEffort({ sample: 75, ci: 300, all: 3000 });

// Trees of random order: module lines, live and commented out, guards and uses, in one file or two. Whatever the order,
// the module lines of the result serve 2.4 and its guards, and a second run finds nothing to do.

const ROOT = '/usr/local/apache2';
/** So that it is sure that all modules are files. */
const SHARED = 'LoadModule actions_module modules/mod_actions.so';
const MODULES = (
  'alias dir mime authz_host auth_basic authn_default authn_alias cache disk_cache mem_cache deflate filter version ' +
  'log_config proxy proxy_balancer ssl php5'
).split(' ');
const USES = [
  'User daemon',
  'AuthType Basic',
  'RewriteEngine On',
  'AddOutputFilterByType DEFLATE text/html',
  'SSLSessionCache shmcb:/x(512)',
  'ProxyPass /a balancer://a/',
  'LogFormat "%O" a',
  '<Location />\n\tOrder allow,deny\n\tRequire group a\n</Location>',
  '<IfVersion > 2.0>\nTimeout 5\n</IfVersion>',
];
const GUARDS = [
  'prefork.c',
  'worker.c',
  'mod_dir.c',
  '!mod_authz_core.c',
  'mod_disk_cache.c',
  'mod_rewrite.c',
  'unixd_module',
];

const moduleLine = fc
  .constantFrom(...MODULES)
  .map((name) => `LoadModule ${name}_module modules/mod_${name}.so`);
const needed = fc.constantFrom('authz_core', 'unixd', 'mpm_prefork', 'filter', 'socache_shmcb');
const commented = needed.map((name) => `#LoadModule ${name}_module modules/mod_${name}.so`);
const use = fc.constantFrom(...USES);
const guard = fc
  .tuple(fc.constantFrom(...GUARDS), use)
  .map(([asked, held]) => `<IfModule ${asked}>\n${held}\n</IfModule>`);
const unlessLoaded = fc
  .constantFrom(...MODULES)
  .map((name) => `<IfModule !mod_${name}.c>\nLoadModule ${name}_module modules/mod_${name}.so\n</IfModule>`);
const line = fc.oneof(
  moduleLine,
  moduleLine,
  use,
  guard,
  unlessLoaded,
  commented,
  fc.constantFrom('', '# A comment'),
);
const lines = fc.array(line, { maxLength: 25 });

interface Case {
  readonly files: Readonly<Record<string, string>>;
  readonly target: TargetName;
}

const cases: fc.Arbitrary<Case> = fc
  .tuple(lines, lines, fc.constantFrom('\n', '\r\n'), fc.constantFrom(...targetNames), fc.boolean())
  .map(([main, extra, eol, name, endsWithEol]) => {
    const text =
      ['ServerRoot /usr/local/apache2', 'Include conf/extra.conf', SHARED, ...main].join('\n') +
      (endsWithEol ? '\n' : '');
    const files = { 'conf/httpd.conf': text, 'conf/extra.conf': extra.join('\n') };
    const inEol = Object.entries(files).map(([path, each]) => [
      `${ROOT}/${path}`,
      each.replaceAll('\n', eol),
    ]);
    return { files: Object.fromEntries(inEol) as Record<string, string>, target: name };
  });

function migrated({ files, target }: Case): Record<string, string> {
  const options = {
    access: 'require',
    semantics: 'exact',
    apply: 'safe',
    target: targetProfile(target),
    defines: [],
    only: null,
    skip: [],
  } as const;
  const transforms = [loadNeededModules, removeGoneModules, renameModules];
  const result = migrate({ path: `${ROOT}/conf/httpd.conf`, options, transforms }, createMemoryReader(files));
  if ('code' in result) throw new Error(result.message);
  return { ...files, ...Object.fromEntries(result.patchSet.files.map(({ path, after }) => [path, after])) };
}

function modelOf({ files, target }: Case): ServerModel {
  const model = buildModel(
    { path: `${ROOT}/conf/httpd.conf`, target: targetProfile(target) },
    createMemoryReader(files),
  );
  if (isModelFailure(model)) throw new Error(model.message);
  return model;
}

test('a second run changes nothing', () => {
  fc.assert(
    fc.property(cases, (tree) => {
      const once = migrated(tree);
      expect(migrated({ ...tree, files: once })).toEqual(once);
    }),
    { numRuns: RUNS },
  );
});

test('nothing is missing, nothing is compiled in, and what is added is loaded once and above all that ask for it', () => {
  fc.assert(
    fc.property(cases, (tree) => {
      const before = modelOf(tree);
      const after = modelOf({ ...tree, files: migrated(tree) });
      const { needs } = computeNeeds(after, targetProfile(tree.target));
      const unmet = needs.filter(({ available, opens }) => available && !opens);
      expect(unmet.map(({ identifier }) => identifier)).toEqual([]);
      const live = after.modules.filter(({ occurrence }) => occurrence.on24 === 'yes');
      const refused = live.filter(({ identifier }) => targetProfile(tree.target).builtin.has(identifier));
      expect(refused.map(({ identifier }) => identifier)).toEqual([]);
      expectWellPlaced(before, after);
    }),
    { numRuns: RUNS },
  );
});

function expectWellPlaced(before: ServerModel, after: ServerModel): void {
  const known = new Set(before.modules.map(({ identifier }) => identifier).concat('cache_disk_module'));
  const added = after.modules.filter(({ identifier }) => !known.has(identifier));
  expect(new Set(added.map(({ identifier }) => identifier)).size).toBe(added.length);
  const demands = readingDemands(after);
  for (const { identifier, occurrence } of added) {
    expect(occurrence.seq).toBeLessThan(demands.get(identifier)?.first.seq ?? Infinity);
  }
}
