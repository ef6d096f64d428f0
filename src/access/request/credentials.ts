import type { Occurrence, Scope } from '../../model/index.ts';
import { walkScopes } from '../../model/index.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import { isInUserFile } from './group-files.ts';
import { rootRelative } from './map-address.ts';
import type { Recorder } from './recorder.ts';
import type { RequestTree } from './request-tree.ts';

/** Whether credentials sent are good in the area that asks for them, as far as the configuration and its user files tell. */
export interface Credentials {
  /** Whose; null: nobody's. */
  readonly user: string | null;
  /** Why credentials that were sent do not count; null if they do, or none were sent. */
  readonly note: string | null;
}

/** The user is taken to have the right password, wherever a user file does not say that there is no such user. */
export function credentialsIn(request: ConcreteRequest, tree: RequestTree, recorder: Recorder): Credentials {
  const { user, scheme } = request;
  if (user === null) return { user: null, note: null };
  const type = recorder.lines('authtype').at(-1)?.args[0]?.toLowerCase() ?? 'basic';
  if (scheme !== null && scheme !== type) {
    return { user: null, note: `the area asks for ${type} credentials, not for ${scheme} ones` };
  }
  const provider = type === 'digest' ? 'authdigestprovider' : 'authbasicprovider';
  const names = recorder.lines(provider).at(-1)?.args ?? ['file'];
  const own = recorder.lines('authuserfile').at(-1)?.args[0] ?? null;
  const missing = names.map((name) =>
    name.toLowerCase() === 'anon' ? guestsWithout(user, recorder) : fileWithout(user, name, own, tree),
  );
  // One provider that has the user, or may have it, is enough.
  if (missing.some((path) => path === null)) return { user, note: null };
  return { user: null, note: `${user} is not in ${missing.join(', ')}` };
}

/** mod_authn_anon.c, which has no merge function: the last section with a line of its kind says all. Null: a guest. */
function guestsWithout(user: string, recorder: Recorder): string | null {
  const all = recorder.lines(
    'anonymous',
    'anonymous_nouserid',
    'anonymous_mustgiveemail',
    'anonymous_verifyemail',
  );
  const scope = all.at(-1)?.scope;
  const said = all.filter((line) => line.scope === scope);
  const guests = said.flatMap(({ name, args }) => (name === 'anonymous' ? args : []));
  const mayBeNobody =
    said.findLast(({ name }) => name === 'anonymous_nouserid')?.args[0]?.toLowerCase() === 'on';
  const isGuest = guests.some((guest) => guest === '*' || guest.toLowerCase() === user.toLowerCase());
  return (user === '' ? mayBeNobody : isGuest) ? null : 'Anonymous';
}

/** The text file of a provider in which the user is not; null if the user is there, or that can't be told. */
function fileWithout(user: string, provider: string, own: string | null, tree: RequestTree): string | null {
  const file = provider.toLowerCase() === 'file' ? own : fileOfAlias(provider, tree);
  if (file === null) return null;
  const path = rootRelative(file, tree.model.statedRoot);
  return isInUserFile(user, path, tree.files) === false ? file : null;
}

/** `<AuthnProviderAlias file NAME>` with its AuthUserFile. */
function fileOfAlias(name: string, { model }: RequestTree): string | null {
  for (const scope of walkScopes(model.main)) {
    const [kind, alias] = scope.args;
    if (scope.name !== 'authnprovideralias' || kind?.toLowerCase() !== 'file' || alias !== name) continue;
    return linesOf(scope).find((line) => line.name === 'authuserfile')?.args[0] ?? null;
  }
  return null;
}

function linesOf({ items }: Scope): Occurrence[] {
  return items.flatMap((item) => (item.type === 'occurrence' ? [item] : []));
}
