import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { proveMigration } from '../../src/access/index.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../src/model/index.ts';
import type { ServerModel } from '../../src/model/index.ts';
import { targetProfile } from '../../src/target/index.ts';
import { entryPath, FIXTURE_ROOT, readFixtures, runFixture } from '../../src/testing/index.ts';
import type { Fixture } from '../../src/testing/index.ts';
import { transforms } from '../../transforms/index.ts';
import type { LineChange } from './line-changes.ts';
import { lineChanges } from './line-changes.ts';
import { someOf } from '../effort.ts';

// What convert-access-control makes of its fixtures is proven; with any one of its new lines gone or turned round it is not.

/** Those that decide who gets in, and where addresses lead. */
const ACCESS = [
  'convert-access-control',
  'keep-directory-match-ends',
  'default-allow-override',
  'keep-replacements',
];
const fixtures = readFixtures(join(import.meta.dirname, '../../__fixtures__/transforms')).filter(
  ({ transform, expected }) => transform === 'convert-access-control' && Object.keys(expected).length > 0,
);

/** Mutations that change nothing about who gets in, and why. */
const HARMLESS: readonly (readonly [fixture: string, label: RegExp, why: string])[] = [
  ['default-order', /Require all denied/, 'no address leads to a folder that / alone is for'],
  ['eq-allow-all', /Require all denied/, 'likewise'],
  ['status-and-aliases', /Require all denied/, 'likewise'],
  ['undecided-define', /Require all denied/, 'likewise'],
  ['location-written-before', /Require all denied/, 'the wide Location behind it takes over'],
  ['same-section-twice', /Require all denied/, 'the second section takes over'],
  ['htaccess-limit-and-none', /denied 8/, 'the .htaccess file there takes over'],
  ['htaccess-limit-and-none-before-2.4.20', /denied 7/, 'likewise'],
  ['htaccess-limit-elsewhere', /denied 8/, 'likewise'],
  ['address-cases', /denied \d+ |without 1[36] /, 'the wide Location behind them takes over'],
  ['folder-wildcard-cases', /without \d+ Require expr "!/, 'the other case lets these addresses in, too'],
  ['expression-before-2.4.13', /without \d+ Require expr !/, 'the other case lets these addresses in, too'],
  ['windows-expressions', /without \d+ Require expr "!/, 'the other case lets these addresses in, too'],
  ['windows-shares', /without \d+ Require expr "!/, 'the other case lets these addresses in, too'],
  ['windows-files-or-none', /Require all denied/, 'the Location behind it takes over'],
  ['windows-part', /without 9 /, 'what is around it denies all, too'],
  ...['windows-files-or-none', 'windows-part'].map(
    (name) =>
      [name, /without \d+ Require expr "[^"]* =~/, 'whom this case lets in the others let in, too'] as const,
  ),
  ['location-wildcard', /without \d+ Require expr "[^"]*!~/, 'the other case lets these addresses in, too'],
  [
    'pattern-through-an-alias',
    /without \d+ Require expr "[^"]*!~/,
    'the other case lets these files in, too',
  ],
  ['joined-by-cases', /without \d+ Require expr "[^"]*!~/, 'the other case lets these files in, too'],
  ['override-for-pattern', /denied 10/, 'the .htaccess file there takes over'],
  ['htaccess-stays-refused', /denied/, 'the .htaccess file there takes over, or is refused'],
  ['htaccess-stays-refused-with-host-rules', /denied/, 'likewise'],
  ['htaccess-refused-in-one-world-of-files', /denied/, 'likewise'],
  ['require-in-another-case', /Require user bob/, 'without an AuthType it is 500, whoever is named'],
  ['files-in-two-spellings', / 14 /, 'the Location of the virtual host takes over'],
  ['virtual-hosts', /Require|RequireAll|AuthMerging/, 'the Location of the virtual host takes over'],
  [
    'proxy-cases',
    /granted$|without \d+ Require expr "[^"]*!~/,
    'the Location and the other case let these addresses in, too',
  ],
  ['proxy-without-slash', /without 12 /, 'the other alternative lets these files in, too'],
  [
    'proxy-match-all',
    / (?:9|1[01]) |without 30 /,
    'the pattern for all targets takes over, and whom this case lets in the other lets in, too',
  ],
  ['htaccess-of-2.4', /RequireAll|not valid-user/, 'without an AuthType it is 500, whoever asks'],
  ['split-location', /denied 15 /, 'the Location that stands behind it takes over'],
  ['split-location-alias-guarded', /without 34 Require expr/, 'the other cases let these files in, too'],
  ['refused-by-a-htaccess', /Require/, 'below the .htaccess file that is refused it is 500, whoever asks'],
  ['dual-guards-beside-old-lines', /denied 8 /, 'the .htaccess file there takes over'],
  ['pattern-of-one-name', / (?:\d|[1-4]\d|5[01]) /, 'the wide Location behind them takes over'],
  ['pattern-of-one-name', /without (?:57|78|81) /, 'the other case lets these files in, too'],
  ['wildcard-and-files', /without 23 /, 'whom this case lets in the other lets in, too'],
  ['never-met', /.*/, 'no request meets these sections'],
  ['files-inside-files', /htaccess: \w+ 3 |conf: \w+ 13 /, 'no request meets Files inside of Files'],
  ['words-of-no-provider', /RequireAll|not valid-user/, 'without an AuthType it is 500, whoever asks'],
  ['authoritative-off-and-this-only', /RequireAny/, 'without mod_auth_basic it is 500, whoever asks'],
  ...['authoritative-off', 'authoritative-off-in-a-file-alone'].map(unwrappedAny),
  ...['remove-authzdbmauthoritative', 'remove-authzownerauthoritative'].map(unwrappedAny),
];

function unwrappedAny(name: string): readonly [string, RegExp, string] {
  return [
    name,
    /unwrapped \d+ <RequireAny>/,
    'the Require lines of a section are alternatives by themselves',
  ];
}

describe.each(someOf(fixtures, 4).map((fixture) => [fixture.name, fixture] as const))(
  '%s',
  (name, fixture) => {
    const only = [...new Set([...(fixture.settings.only ?? []), ...ACCESS])];
    const { changed } = runFixture({ ...fixture, settings: { ...fixture.settings, only } }, transforms);
    const before = modelOf(fixture, {});
    const semantics = fixture.settings.semantics ?? 'contract';
    const resultFor = (files: typeof changed) =>
      proveMigration({ before, after: modelOf(fixture, files), semantics }).type;

    test('is proven', () => {
      expect(resultFor(changed)).toBe('proven');
    });

    test('is not proven with one of its lines gone or turned round', () => {
      const isHarmless = (label: string): boolean =>
        HARMLESS.some(([each, pattern]) => each === name && pattern.test(label));
      const missed = mutationsOf(fixture.input, changed).filter(
        ({ files, label }) => !isHarmless(label) && resultFor(files) === 'proven',
      );
      expect(missed.map(({ label }) => label)).toEqual([]);
    });
  },
);

type Files = Fixture['input'];

interface Mutation {
  readonly label: string;
  readonly files: Files;
}

/** Every new line of the changed texts changed in every way, one at a time. */
function mutationsOf(input: Files, changed: Files): Mutation[] {
  return Object.entries(changed).flatMap(([path, text]) => {
    const old = new Set(input[path]?.split(/\r?\n/).map((line) => line.trim()));
    const lines = text.split('\n');
    return lines.flatMap((line, i) => {
      const isNew = !old.has(line.trim()) && /^\s*(?:<?Require|AuthMerging)/.test(line);
      return isNew ? lineChanges(lines, i).map((change) => mutation(path, changed, change)) : [];
    });
  });
}

function mutation(path: string, changed: Files, { label, lines }: LineChange): Mutation {
  return { label: `${path}: ${label}`, files: { ...changed, [path]: lines.join('\n') } };
}

function modelOf({ name, input, settings }: Fixture, instead: Files): ServerModel {
  const files = Object.entries({ ...input, ...instead }).map(([path, text]) => [
    `${FIXTURE_ROOT}/${path}`,
    text,
  ]);
  const path = entryPath({ input, settings });
  // Without one what depends on its modules may be either way.
  const target = settings.target === undefined ? null : targetProfile(settings.target);
  const model = buildModel(
    {
      path,
      defines: settings.defines ?? [],
      // A half-migrated tree is compared with what 2.4 with mod_access_compat answers.
      readBy: name.startsWith('finished-') ? '2.4' : '2.2',
      ...(target !== null && { target }),
    },
    createMemoryReader(Object.fromEntries(files) as Record<string, string>),
  );
  if (isModelFailure(model)) throw new Error(model.message);
  return model;
}
