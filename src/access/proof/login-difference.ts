import type { MethodDifference } from './compare-answers.ts';
import type { Comparison } from './decide.ts';
import type { Login, UserLine } from '../states/login.ts';
import { isBasicOrDigest, isNameless, providersOf } from '../states/login.ts';
import type { Standing } from './walk-both.ts';

/** What is looked up where in one tree. */
export interface UserNames {
  /** How a file is called, so that what is the same has the same name. */
  file(path: string): string;
  /** The lines of a provider that the tree defines (`<AuthnProviderAlias file staff>`); null for others. */
  alias(provider: string): { readonly provider: string; readonly lines: readonly UserLine[] } | null;
}

export interface LoginNames {
  readonly before: UserNames;
  readonly after: UserNames;
}

/**
 * Where a user is asked for in 2.2, what 2.4 does differently about credentials: it looks them up somewhere else, or cannot ask for
 * them. Null if it does the same, or no user is asked for.
 */
export function loginDifference(
  { pair, logins }: Standing,
  comparison: Comparison,
  names: LoginNames,
): MethodDifference | null {
  const [was, is] = [isNameless(logins.before), isNameless(logins.after)];
  const before = usersOf(logins.before, names.before);
  const after = usersOf(logins.after, names.after);
  // Without an AuthName it does not matter where they would be looked up.
  if (was === is && (was || before === after)) return null;
  const asked = comparison.asksForUser(pair.before);
  if (asked === null) return null;
  const { method, without, as } = asked;
  if (was !== is) {
    const [then, now] = was
      ? (['serverError', 'unauthorized'] as const)
      : (['unauthorized', 'serverError'] as const);
    return { method, witness: without, before: then, after: now };
  }
  return as === null
    ? null
    : { method, witness: as, before: 'pass', after: 'unauthorized', login: { before, after } };
}

/** Where credentials are looked up, in words. */
function usersOf(login: Login, names: UserNames): string {
  const type = login.type?.toLowerCase() ?? 'none';
  if (!isBasicOrDigest(login)) return `AuthType ${type}`;
  // A digest is made of the realm, too.
  const realm = type === 'digest' ? ` for the realm ${login.name}` : '';
  const places = providersOf(login).map((name) => {
    const { provider, lines } = names.alias(name) ?? { provider: name, lines: login.users[name] ?? [] };
    return placeOf(provider, lines, names);
  });
  return places.join(', then ') + realm;
}

function placeOf(provider: string, lines: readonly UserLine[], { file }: UserNames): string {
  if (provider === 'file') {
    const path = lines.at(-1)?.[1];
    return path === undefined ? 'no AuthUserFile' : file(path);
  }
  const said = lines.flatMap(([name, ...args]) => (name === 'authdbmuserfile' ? args.map(file) : args));
  return [provider, ...said].join(' ');
}
