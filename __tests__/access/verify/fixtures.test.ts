// What a migration wrote is what `verify` calls the same: over all fixtures of transforms, each migrated by all of them.
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { compareTrees } from '../../../src/access/index.ts';
import type { TreesComparison } from '../../../src/access/index.ts';
import { migrate } from '../../../src/migrate/index.ts';
import type { Migration } from '../../../src/migrate/index.ts';
import { entryPath, fixtureOptions, fixtureReader, readFixtures } from '../../../src/testing/index.ts';
import type { Fixture } from '../../../src/testing/index.ts';
import { someOf } from '../../effort.ts';

const fixtures = readFixtures(join(import.meta.dirname, '../../../__fixtures__/transforms'));

/** What is told of these has its reason in what their trees do not say, and the migration has no error for it. */
const REASONS: Readonly<Record<string, string>> = {
  'rename-max-clients/comment-kept': '2.2 refuses the line, too',
  'rename-max-requests-per-child/comment-kept': '2.2 refuses the line, too',
  'keep-directory-match-ends/inside-guard-and-host':
    'whether 2.2 had mod_dav is not known, and 2.4 does not load it',
  'keep-new-words-refused/simple': 'both answer 500 where the Options stand',
  'make-options-consistent/inside-guard': 'Options of the author for 2.2 alone',
  'clear-old-guards/leads-in-gone-module': 'a line of the author for 2.2 alone, which a warning names',
  'clear-old-guards/login-lines': 'a login of the author for each version, which a warning names',
  'keep-ldap-groups-flat/limited-already':
    'a line of the author for 2.4 alone, which takes groups in a group for its members',
  'report-lines-of-one-version/logins-and-options':
    'lines of the author for one version alone, which a warning names',
  'report-lines-of-one-version/among-open-guards':
    'a line of the author for 2.2 alone, which a warning names',
  'keep-proxied-lengths/applied': 'a ProxyPass of the author for 2.4 alone',
  'report-lines-of-one-version/gone-module': 'a line of the author for 2.2 alone, which a warning names',
  'report-proxy-handlers/before-2.4.10':
    'a handler of the author for 2.4 alone, and verify takes the newest 2.4',
  'report-rootless-rewrites/before-2.4.60':
    'its target leaves results without a slash as they are, and verify takes the newest 2.4',
  'convert-access-control/shibboleth': 'its file of groups is not there',
  'report-login-files/simple': 'its files are not there, which warnings name',
  'keep-folder-handlers/before-2.4.8':
    'DirectorySlash Off for a 2.4 that has no DirectoryCheckHandler, where 2.2 left folders to the handler',
  'keep-folder-handlers/proven-before-the-switch': 'the same',
  'keep-folder-handlers/scripts-before-2.4.8': 'the same',
  'keep-first-virtual-host/server-path-own':
    'a host that 2.2 never answered from, and 2.4 does not either, loses its ServerPath',
  'default-allow-override/dual-included':
    'a main server without Listen and DocumentRoot, which may serve the folder, too: AllowOverride is written for the host alone',
};

test.each(someOf(named(fixtures), 8))('%s', (name, fixture) => {
  const reader = fixtureReader(fixture);
  const options = { ...fixtureOptions(fixture), only: null };
  const migration = migrate({ path: entryPath(fixture), options }, reader);
  if ('code' in migration) throw new Error(migration.message);
  const { model, after, findings, refused, signOf24 } = migration;
  // Not written, or 2.4's before.
  if (refused.length > 0 || signOf24 !== null) return;
  const { semantics } = options;
  const comparison = compareTrees(model, after(), reader, { semantics, mostExamples: 0 });
  const isTold = findings.some(({ level }) => level === 'error') || name in REASONS;
  if (!isTold)
    expect([...refusedOfOurs(comparison, migration), ...differencesIn(comparison, migration)]).toEqual([]);
});

test('each that has a reason is a fixture, and differs', () => {
  const known = new Set(named(fixtures).map(([name]) => name));
  expect(Object.keys(REASONS).filter((name) => !known.has(name))).toEqual([]);
});

function named(all: readonly Fixture[]): (readonly [string, Fixture])[] {
  return all.map((fixture) => [`${fixture.transform}/${fixture.name}`, fixture]);
}

/** Lines that 2.4 refuses and that the tree did not have. */
function refusedOfOurs({ refused }: TreesComparison, { model }: Migration): string[] {
  const texts = [...model.files.values()].map(({ source }) => source.text);
  return refused.flatMap(({ line: { file, node }, message }) => {
    const { span } = node === null ? { span: null } : 'open' in node ? node.open : node;
    const written = span === null ? '' : file.source.text.slice(span.start, span.end).trim();
    return texts.some((text) => text.includes(written)) ? [] : [`${written}: ${message}`];
  });
}

/** But for files of users and groups that are not there, where warnings of the migration name them, too. */
function differencesIn({ differences, notes }: TreesComparison, { findings }: Migration): string[] {
  const areFilesNamed = findings.some(
    ({ transform, level }) => transform === 'report-login-files' && level !== 'info',
  );
  const untold = notes.filter(
    ({ level, code }) => level === 'difference' && !(areFilesNamed && code === 'login-file'),
  );
  return [
    ...differences.map(({ kind, difference }) => `${kind}: ${difference.before} -> ${difference.after}`),
    ...untold.map(({ message }) => message),
  ];
}
