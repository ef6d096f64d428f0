import { methodsOfTheirOwn, unregisteredLimits } from '../src/access/index.ts';
import { quoteWord } from '../src/syntax/index.ts';
import { knowsDirective } from '../src/target/index.ts';
import type { TargetProfile } from '../src/target/index.ts';
import { appendToFile, defineTransform, placeOfScope } from '../src/transform/index.ts';

export const registerLimitedMethods = defineTransform({
  id: 'register-limited-methods',
  title: 'Register the methods that only .htaccess files name',
  stage: 'access',
  rows: [],
  directives: ['Limit', 'LimitExcept'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Writes a RegisterHttpMethod line into the main file for each word that a `<Limit>` or `<LimitExcept>` of a .htaccess file names and that 2.4 does not know as a method; for a target before 2.4.24, an empty `<Limit>` section in `<Location "/">` that names it.',
    why: 'Both versions tell methods apart by case: `get` is not GET. Since 2.4.28, 2.4 can learn new ones at its start only, and answers 500 to all below a .htaccess file that names one. 2.2 takes any word, but forgets what a .htaccess file registered when the request ends, and reads memory that is in use for something else from then on (`ap_limit_section`, server/core.c): such a section may limit any method, or end the process. Rules in one are an error, as nobody can say whom 2.2 kept out by them.',
    before: 'Timeout 300',
    after: 'Timeout 300\nRegisterHttpMethod get post',
    undo: 'Write the methods in capitals in the .htaccess files, and remove the line.',
    limits:
      'A .htaccess file without its server is only reported: there is nowhere to write the line. Either version has numbers for 36 methods besides its own: with more, those beyond are an error.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#registerhttpmethod',
  },
  messages: {
    registered:
      'No 2.4 server knows {methods} as a method, and since 2.4.28 it answers 500 to all below this folder: this line makes it known.{capitals}',
    chance:
      '2.2 can limit any method by this section: it does not know {methods} as a method, and takes for its number what lies in memory. A POST that it refused by chance may get in under 2.4, which limits only what is named. Write the methods that are meant, in capitals; if every method was meant, take the rules out of the section.',
    full: 'Methods with names of their own: {count}. Both versions have numbers for 36, mod_dav takes some of them, and whatever is named after that counts for every unknown method (`ap_method_register`, http_protocol.c). Who gets in by these methods is not compared. Leave out names that no client sends.',
    alone:
      'No 2.4 server knows {methods} as a method, and since 2.4.28 it answers 500 to all below this folder. Write `RegisterHttpMethod {words}` into its configuration.{capitals}',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const { entry } = model;
    const main = model.kind === 'server' && entry !== null ? model.files.get(entry) : undefined;
    const limits = unregisteredLimits(model);
    const all = [...new Set(limits.flatMap(({ missing }) => missing))];
    for (const { scope, methods, missing, hasRules } of limits) {
      const place = placeOfScope(scope);
      if (main === undefined) {
        const data = { methods: listed(missing), words: inWords(missing), capitals: aboutCapitals(missing) };
        report(place, 'alone', { level: 'error', data });
        continue;
      }
      if (hasRules) report(place, 'chance', { level: 'error', data: { methods: listed(methods) } });
      if (missing.length === 0) continue;
      const edits = appendToFile(main, linesFor(target, all));
      const fix = {
        title: 'Register the methods',
        applicability: 'safe' as const,
        edits,
      };
      const data = { methods: listed(missing), capitals: aboutCapitals(missing) };
      report(place, 'registered', { level: 'warning', data, fix });
    }
    const named = methodsOfTheirOwn(model);
    const last = named.methods.length > MOST_METHODS ? named.last : null;
    if (last !== null) {
      report(placeOfScope(last), 'full', { level: 'error', data: { count: named.methods.length } });
    }
  },
});

/** Numbers from METHOD_NUMBER_FIRST to METHOD_NUMBER_LAST (http_protocol.c of both versions: 27 to 62). */
const MOST_METHODS = 36;

function listed(methods: readonly string[]): string {
  return [methods.slice(0, -1).join(', '), ...methods.slice(-1)].filter(Boolean).join(' or ');
}

/** `get` was probably meant for GET; BREW is what it says. */
function aboutCapitals(methods: readonly string[]): string {
  const small = methods.find((method) => method !== method.toUpperCase());
  if (small === undefined) return '';
  return ` As in 2.2, \`${small}\` does not limit ${small.toUpperCase()}. If that was meant, write it in capitals here.`;
}

function inWords(methods: readonly string[]): string {
  return methods.map((method) => quoteWord(method)).join(' ');
}

/**
 * Before RegisterHttpMethod came, a section of the configuration file did it (`ap_limit_section`, server/core.c). No 2.4 takes it at
 * server level.
 */
function linesFor(target: TargetProfile, methods: readonly string[]): readonly string[] {
  const words = inWords(methods);
  if (knowsDirective(target, 'RegisterHttpMethod')) return [`RegisterHttpMethod ${words}`];
  return ['<Location "/">', `    <Limit ${words}>`, '    </Limit>', '</Location>'];
}
