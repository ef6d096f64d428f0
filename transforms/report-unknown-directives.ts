import {
  nearestDirectiveName,
  thirdPartyModuleLoaded,
  thirdPartyModuleOf,
  wasEverDirective,
} from '../src/catalog/index.ts';
import { isControlWord, undecidedRules } from '../src/access/index.ts';
import { linesNamed, isFilledIn } from '../src/model/index.ts';
import type { Occurrence, ServerModel } from '../src/model/index.ts';
import { liveModuleLines } from '../src/needs/index.ts';
import { defineTransform, placeOf } from '../src/transform/index.ts';

export const reportUnknownDirectives = defineTransform({
  id: 'report-unknown-directives',
  title: 'Report directives that neither version knows',
  stage: 'findings',
  rows: ['module-third-party'],
  applicability: 'manual',
  docs: {
    does: 'Names each directive that is in neither the 2.2 nor the 2.4 distribution, once for the tree, at its first place: whose it probably is, or what it may be a misspelling of. The directives of one module are one finding, a note if the tree has its LoadModule line: that is reported already. Of lines that no server reads it says so, unless an error about access rules does. If no directive at all is known, or lines begin with a brace and no more are known than are not, one error says so.',
    why: 'A module of a third party must be built for 2.4 before its directives are known, and may have changed them. A misspelt directive inside of a guard that was never live can come alive in 2.4.',
    before: 'WSGIScriptAlias / /srv/app.wsgi',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits: 'A module is guessed from the names of its directives, so the guess can be wrong.',
    link: 'https://httpd.apache.org/docs/2.4/upgrading.html',
  },
  messages: {
    'third-party':
      '{names}{places} {are} of {module}. That module must be built for 2.4; look up whether its directives stayed the same.',
    misspelt: 'Neither 2.2 nor 2.4 knows {name}{places}. Is {nearest} meant?',
    unknown:
      'Neither 2.2 nor 2.4 knows {name}{places}. It belongs to a third-party module, which must be built for 2.4, or it is a typo.',
    piece:
      '{name}{places} is no name of a directive: it looks like a piece of a template or a script. Migrate the file that is made of it, or take the line out.',
    foreign:
      'This does not look like an Apache configuration: neither 2.2, 2.4 nor a known third-party module has a directive {names}. Check PATH. If the file belongs to another module, build that module for 2.4.',
    more: '{count} more names that neither 2.2 nor 2.4 knows follow. Is this a configuration file of Apache at all?',
  },
  run({ model, report }) {
    const unknown = findUnknown(model);
    const first = unknown.find(({ guess }) => guess.messageId !== 'third-party') ?? unknown[0];
    if (first !== undefined && isForeign(unknown, model)) {
      const names = listed(
        unknown.map(({ places: [{ node }] }) => node.name.value),
        'or',
      );
      report(placeOf(first.places[0]), 'foreign', { data: { names }, level: 'error' });
      return;
    }
    const loaded = modulesLoaded(model);
    for (const { places, guess } of unreported(unknown, model).slice(0, MOST_FINDINGS)) {
      report(placeOf(places[0]), guess.messageId, {
        data: { ...guess.data, ...describe(places) },
        level:
          isUnderGuard(places) || (guess.module !== undefined && loaded.has(guess.module))
            ? 'info'
            : 'warning',
      });
    }
    const next = unknown[MOST_FINDINGS]?.places[0];
    if (next === undefined) return;
    report(placeOf(next), 'more', { data: { count: unknown.length - MOST_FINDINGS }, level: 'warning' });
  },
});

/** So many are no longer typing errors: the file is probably no configuration. */
const MOST_FINDINGS = 100;

/** So many names of one module are listed; the others are counted. */
const MOST_NAMES = 6;

type Places = readonly [Occurrence, ...Occurrence[]];

/** What one finding is about: all places of one name, or of the names of one module. */
interface Unknown {
  readonly guess: Guess;
  readonly places: Places;
}

interface Guess {
  readonly module?: string;
  readonly messageId: 'third-party' | 'misspelt' | 'piece' | 'unknown';
  readonly data: Readonly<Record<string, string>>;
}

function guessAbout(line: Occurrence, module: string | undefined): Guess {
  const { name } = line;
  if (module !== undefined) return { module, messageId: 'third-party', data: { module } };
  if (isControlWord(line)) return { messageId: 'piece', data: {} };
  const nearest = /^[a-z][a-z0-9_]*$/.test(name) ? nearestDirectiveName(name) : null;
  return nearest === null ? { messageId: 'unknown', data: {} } : { messageId: 'misspelt', data: { nearest } };
}

function describe(places: Places): Readonly<Record<string, string>> {
  const names = [...new Map(places.map(({ name, node }) => [name, node.name.value])).values()];
  const others = places.length - 1;
  return {
    name: places[0].node.name.value,
    names: listed(names),
    are: names.length === 1 ? 'is a directive' : 'are directives',
    places: others === 0 ? '' : ` (here and in ${others} more ${others === 1 ? 'place' : 'places'})`,
  };
}

/** Those whose LoadModule line is in the tree: report-third-party-modules says of it what is to be done. */
function modulesLoaded(model: ServerModel): ReadonlySet<string> {
  const names = liveModuleLines(model).map(({ identifier }) => thirdPartyModuleLoaded(identifier)?.name);
  return new Set(names.flatMap((name) => name ?? []));
}

/** `A`, `A and B`, `A, B and 3 more`. */
function listed(names: readonly string[], word: 'and' | 'or' = 'and'): string {
  const rest = names.length - MOST_NAMES;
  const parts = rest > 1 ? [...names.slice(0, MOST_NAMES), `${rest} more`] : names;
  return [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(` ${word} `);
}

/**
 * Whether this is no Apache configuration: no line has a known name, and few one that is nearly known; or a brace stands where a name
 * should, and no more lines are known than are not (JSON, nginx).
 */
function isForeign(unknown: readonly Unknown[], model: ServerModel): boolean {
  const places = unknown.flatMap((each) => each.places);
  const unknownNames = new Set(places.map(({ name }) => name));
  const known = linesNamed(model, (name) => !unknownNames.has(name)).length;
  if (places.some(({ name }) => BRACE.test(name)) && places.length >= known) return true;
  const countOf = (messageId: Guess['messageId']) =>
    unknown.filter(({ guess }) => guess.messageId === messageId).length;
  const strange = countOf('unknown') + countOf('piece');
  return known === 0 && countOf('third-party') === 0 && strange > countOf('misspelt');
}

const BRACE = /^[{}[\]][,;]?$/;

/**
 * All that 2.4 may read and no version knows, but what a template puts in, in the order of the first places. What 2.0 had has a finding of its own.
 */
function findUnknown(model: ServerModel): Unknown[] {
  const found = new Map<string, Unknown & { readonly places: [Occurrence, ...Occurrence[]] }>();
  for (const occurrence of linesNamed(model, (name) => !wasEverDirective(name))) {
    if (occurrence.on24 === 'no' || isFilledIn(occurrence.node.name.value, occurrence)) continue;
    const module = thirdPartyModuleOf(occurrence.name)?.name;
    const subject = module ?? occurrence.name;
    const known = found.get(subject);
    if (known !== undefined) known.places.push(occurrence);
    else found.set(subject, { guess: guessAbout(occurrence, module), places: [occurrence] });
  }
  return [...found.values()];
}

/** Without lines of which an error says already that the access rules around them depend on them. */
function unreported(unknown: readonly Unknown[], model: ServerModel): readonly Unknown[] {
  // In most trees there is nothing to compare, and a large one is gone through for it.
  if (unknown.length === 0) return unknown;
  const reported = new Set(undecidedRules(model).map(({ path, offset }) => `${path}:${offset}`));
  return unknown.flatMap(({ guess, places }) => {
    const [first, ...others] = places.filter(
      ({ file, node }) => !reported.has(`${file.path}:${node.name.span.start}`),
    );
    return first === undefined ? [] : { guess, places: [first, ...others] as const };
  });
}

/** Whether all of them are only read if a test says so, as in `<IfModule mod_wsgi.c>`. */
function isUnderGuard(occurrences: readonly Occurrence[]): boolean {
  return occurrences.every(({ on24 }) => on24 === 'maybe');
}
