import type { Scope } from '../../model/index.ts';
import type { Target } from '../addresses/index.ts';
import { leadAddress, mappedPrefixes } from '../addresses/index.ts';
import type { RequestTree } from '../request/request-tree.ts';

/** The prefixes at which the server's mapping of addresses changes: `/` first. */
export function mappedAddresses(tree: RequestTree, server: Scope): string[] {
  return [...new Set(['/', ...mappedPrefixes(tree.factsOf(server).map)])];
}

/** Where an address of the server, and what is below it, leads: `Alias /icons/` is for what has the slash. */
export function targetAt(tree: RequestTree, server: Scope, prefix: string): Target {
  const { map } = tree.factsOf(server);
  const { target } = leadAddress(map, prefix.replace(/\/?$/, '/'), {
    ...tree.files,
    variable: () => null,
    isRewritten: map.lines.rewriting.isOn === true,
    pathOfOwn: () => null,
    host: { name: null, address: null, port: null },
    folder: null,
    isSubrequest: false,
    isSince: tree.isSince,
    isMet: () => null,
  });
  return target;
}
