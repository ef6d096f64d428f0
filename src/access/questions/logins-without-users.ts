import { occurrencesOf } from '../../model/index.ts';
import type { Occurrence, ServerModel } from '../../model/index.ts';
import type { Enter } from '../chains/index.ts';
import { answeredFlows, propagations } from '../chains/index.ts';
import { analysisOf, worldsIn } from '../sections/analysis.ts';
import { withoutSilent } from '../sections/read-sections.ts';
import { context22Of, mayHaveForeign } from '../sections/server-contexts.ts';
import { guardsOf } from '../sections/types.ts';
import type { World } from '../sections/worlds.ts';
import { isLive } from '../sections/worlds.ts';
import type { Search22 } from './search-22.ts';
import { indexIn, search22 } from './search-22.ts';
import type { Semantics } from '../states/intended-state.ts';
import { intendedState22 } from '../states/intended-state.ts';
import { internerOf } from '../states/intern.ts';
import type { Login } from '../states/login.ts';
import { loginLines, mergeLogin, neededLine, NO_LOGIN, ownLogin22, providersOf } from '../states/login.ts';
import type { Walk22 } from '../states/walk-state.ts';
import { enter22, START_22 } from '../states/walk-state.ts';
import { limitedWork, orTooMuch } from '../work.ts';

/** A line that leaves users to other modules, where a provider is not told where to look them up. */
interface LoginWithoutUsers {
  /** `AuthBasicAuthoritative Off`. */
  readonly line: Occurrence;
  /** The directive that would say where. */
  readonly missing: string;
}

/**
 * The `AuthBasicAuthoritative Off` lines in force where a user is asked for, and where a provider is not told where to look users up. That is an error to it, and
 * mod_auth_basic leaves errors to other modules, too: in 2.2 mod_authn_default answers 401, 2.4 answers 500.
 */
export function loginsWithoutUsers(model: ServerModel, semantics: Semantics): LoginWithoutUsers[] {
  // A third-party module may know the users.
  if (model.kind !== 'server' || mayHaveForeign(model) || !context22Of(model).authnDefault) return [];
  const lines = occurrencesOf(model, 'authbasicauthoritative').filter(isOff);
  if (lines.length === 0) return [];
  const { allSections } = analysisOf(model);
  const sections = withoutSilent(allSections, ({ scope }) => loginLines(scope, '2.2', NO_WORLD).length > 0);
  const search = search22(model, sections, semantics);
  const find = (): Map<number, string> => {
    const found = new Map<number, string>();
    for (const world of worldsIn(model, sections.flatMap(guardsOf)) ?? []) addFound(search, world, found);
    return found;
  };
  const found = orTooMuch(find, new Map<number, string>());
  return lines.flatMap((line) => {
    const missing = found.get(line.seq);
    return missing === undefined ? [] : [{ line, missing }];
  });
}

/** In which all lines are read that may be. */
const NO_WORLD: World = new Map();

function isOff({ args, on22 }: Occurrence): boolean {
  return args[0]?.toLowerCase() === 'off' && on22 !== 'no';
}

/** Where a request stands. */
interface LoginState {
  readonly walk: Walk22;
  readonly login: Login;
  /** The `AuthBasicAuthoritative Off` in force, by its number; null if it is on. */
  readonly off: number | null;
}

function addFound(
  { model, sections, semantics, comparison }: Search22,
  world: World,
  found: Map<number, string>,
): void {
  const work = limitedWork();
  const same = internerOf(world);
  const enterSection: Enter<LoginState> = ({ state }, { section }) => {
    if (!isLive(section.guards, '2.2', world)) return state;
    const walk = enter22(state.walk, section, intendedState22(section, world, semantics), world);
    // A file that is not read says nothing of users either.
    if (walk.unread !== state.walk.unread) return same({ ...state, walk });
    const login = mergeLogin(state.login, ownLogin22(section, world), '2.2');
    return same({ walk, login, off: offBehind(state.off, loginLines(section.scope, '2.2', world)) });
  };
  const start = same({ walk: START_22, login: NO_LOGIN, off: null });
  const walk = propagations(start, enterSection, 0, work, (section) => section);
  for (const flows of answeredFlows(model, indexIn(world, sections, work), world)) {
    const reached = walk();
    for (const flow of flows) {
      if (!flow.isFinal) continue;
      for (const { walk: end, login, off } of reached.finalStates(flow)) {
        if (off === null || found.has(off) || !isAnswered(end)) continue;
        const missing = missingUsers(login);
        if (missing !== null && comparison.asksForUser(end) !== null) found.set(off, missing);
      }
    }
  }
}

/** Whether mod_authn_default answers what others leave to it. */
function isAnswered({ state: { auth } }: Walk22): boolean {
  return auth.authnDefault?.authoritative ?? true;
}

/** mod_auth_basic of 2.2 has no merge function: a section with any of its lines starts anew. */
function offBehind(off: number | null, own: readonly Occurrence[]): number | null {
  const lines = own.filter(({ name }) => name.startsWith('authbasic'));
  if (lines.length === 0) return off;
  const last = lines.findLast(({ name }) => name === 'authbasicauthoritative');
  return last !== undefined && isOff(last) ? last.seq : null;
}

/** The directive that a provider needs to look users up, where there is none; null if each has what it asks. */
function missingUsers(login: Login): string | null {
  if (login.type?.toLowerCase() !== 'basic' || login.name === null) return null;
  for (const provider of providersOf(login)) {
    const missing = neededLine(provider, login.users[provider.toLowerCase()] ?? []);
    if (missing !== null) return missing;
  }
  return null;
}
