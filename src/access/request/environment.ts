import type { Occurrence } from '../../model/index.ts';
import type { Version } from '../sections/worlds.ts';
import { fillGroups, matchText } from '../addresses/index.ts';

/** What is known of one variable. */
export type Setting =
  | { readonly state: 'set'; readonly value: string }
  | { readonly state: 'unset' }
  | { readonly state: 'unknown' };

/** Variables that the configuration sets or takes away, by lower case name (apr tables compare so). */
export type Environment = ReadonlyMap<string, Setting>;

/** The value of what a SetEnvIf line tests: '' where it is missing, null if it is not known. */
export type Attribute = (name: string, env: Environment, ignoresCase: boolean) => string | null;

export const SETENVIF_DIRECTIVES = [
  'setenvif',
  'setenvifnocase',
  'browsermatch',
  'browsermatchnocase',
  'setenvifexpr',
] as const;

const UNSET: Setting = { state: 'unset' };
const UNKNOWN: Setting = { state: 'unknown' };

/** The environment after the lines, in order (`match_headers`, mod_setenvif.c): what they name is known then. */
export function setVariables(
  env: Environment,
  lines: readonly Occurrence[],
  attribute: Attribute,
  version: Version,
): Environment {
  if (lines.length === 0) return env;
  // One that is changed line by line: there may be thousands of either.
  const known = new Map(env);
  for (const line of lines) setByLine(known, line, attribute, version);
  return known;
}

function setByLine(
  env: Map<string, Setting>,
  line: Occurrence,
  attribute: Attribute,
  version: Version,
): void {
  const isBrowser = line.name.startsWith('browsermatch');
  const [name = '', pattern = '', ...changes] = isBrowser ? ['User-Agent', ...line.args] : line.args;
  const plain = (value: string) => value;
  if (line.name === 'setenvifexpr') return change(env, line.args.slice(1), 'maybe', plain);
  const ignoresCase = line.name.endsWith('nocase');
  const value = attribute(name, env, ignoresCase);
  const match = value === null ? 'unreadable' : matchText(pattern, value, { ignoresCase });
  if (match === null) return change(env, changes, 'not', plain);
  if (match === 'unreadable') return change(env, changes, 'maybe', plain);
  return change(env, changes, 'surely', (text) => fillGroups(text, match, version));
}

function change(
  env: Map<string, Setting>,
  changes: readonly string[],
  how: 'surely' | 'maybe' | 'not',
  filled: (value: string) => string,
): void {
  const changed = changes.map((text): [string, Setting] => {
    const isTakenAway = text.startsWith('!');
    const [name = '', ...value] = (isTakenAway ? text.slice(1) : text).split('=');
    // `x=` gives it the value 1, as `x` does (add_setenvif_core, mod_setenvif.c).
    const given = filled(value.join('=') || '1');
    const setting: Setting = isTakenAway ? UNSET : { state: 'set', value: given };
    const key = name.toLowerCase();
    const before = env.get(key) ?? UNSET;
    return [key, how === 'surely' ? setting : how === 'not' ? before : mix(before, setting)];
  });
  for (const [name, setting] of changed) env.set(name, setting);
}

/** One or the other: known only as far as both say the same. */
function mix(a: Setting, b: Setting): Setting {
  return a.state === b.state ? a : UNKNOWN;
}

/** What mod_env sets and takes away when access was granted (fixups), section by section. */
export function setLate(env: Environment, lines: readonly Occurrence[]): Environment {
  if (lines.length === 0) return env;
  const changed = new Map(env);
  for (const scope of new Set(lines.map((line) => line.scope))) {
    const own = lines.filter((line) => line.scope === scope).toSorted((a, b) => a.seq - b.seq);
    for (const { name, args } of own) {
      const [variable = '', value = ''] = args;
      if (name === 'setenv') changed.set(variable.toLowerCase(), { state: 'set', value });
      else for (const each of args) changed.set(each.toLowerCase(), name === 'passenv' ? UNKNOWN : UNSET);
    }
  }
  return changed;
}

export const MOD_ENV_DIRECTIVES = ['setenv', 'passenv', 'unsetenv'] as const;

/** The variables that RewriteRule's [E] sets. */
export function setEach(
  env: Environment,
  changes: readonly (readonly [string, string | null])[],
): Environment {
  if (changes.length === 0) return env;
  const changed = new Map(env);
  for (const [name, value] of changes) {
    changed.set(name.toLowerCase(), value === null ? UNSET : { state: 'set', value });
  }
  return changed;
}

/** As a request has them that the server redirects within itself (`rename_original_env`, modules/http/http_request.c). */
export function redirectedEnvironment(env: Environment): Environment {
  const renamed = [...env].map(([name, setting]): [string, Setting] => [`redirect_${name}`, setting]);
  return new Map([...renamed, ['redirect_status', { state: 'set', value: '200' }]]);
}
