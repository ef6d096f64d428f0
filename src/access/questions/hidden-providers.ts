import { occurrencesOf } from '../../model/index.ts';
import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { authnAliases } from '../sections/authn-aliases.ts';

/** A line that names a provider alias where a request to a host that does not see it may meet the line. */
export interface HiddenProvider {
  readonly line: Occurrence;
  readonly alias: string;
}

/**
 * What virtual hosts do not see before 2.4.8: provider aliases, which stand in the main server, if the host has an AuthType or AuthName line
 * (mod_authn_core.c has no function that merges its configuration; PR 55622).
 */
export function hiddenProviders(model: ServerModel): HiddenProvider[] {
  const aliases = new Set(authnAliases(model).map(({ name }) => name));
  const blind = aliases.size === 0 ? NO_HOSTS : blindHosts(model);
  if (blind.size === 0) return [];
  const isMet = ({ scope: { server } }: Occurrence): boolean =>
    server.kind !== 'virtualhost' || blind.has(server);
  return linesRead(model, 'authbasicprovider', 'authdigestprovider').flatMap((line) => {
    const alias = line.args.find((provider) => aliases.has(provider));
    return alias !== undefined && isMet(line) ? [{ line, alias }] : [];
  });
}

const NO_HOSTS: ReadonlySet<Scope> = new Set();

/** A virtual host with a line of mod_authn_core has a configuration of that module to itself, with no aliases in it. */
function blindHosts(model: ServerModel): ReadonlySet<Scope> {
  const servers = linesRead(model, 'authtype', 'authname').flatMap(({ scope: { server }, file }) =>
    server.kind === 'virtualhost' && file.role !== 'htaccess' ? [server] : [],
  );
  return new Set(servers);
}

function linesRead(model: ServerModel, ...names: readonly string[]): Occurrence[] {
  return names.flatMap((name) => occurrencesOf(model, name).filter(({ on24 }) => on24 !== 'no'));
}
