import type { Scope } from '../../model/index.ts';
import { leadAddress, mappedPrefixes } from '../addresses/index.ts';
import { pathComponents } from '../folders/paths.ts';
import type { RequestTree } from '../request/request-tree.ts';

/** Where one prefix of addresses leads; null: to no folder, or to none that can be told. */
export interface AddressFolder {
  readonly prefix: string;
  readonly folder: readonly string[] | null;
}

/** The prefixes at which the server's mapping of addresses changes: `/` first. */
export function mappedAddresses(tree: RequestTree, server: Scope): string[] {
  return [...new Set(['/', ...mappedPrefixes(tree.factsOf(server).map)])];
}

/** The folder that an address of the server, and what is below it, stands for: `Alias /icons/` is for what has the slash. */
export function folderAt(tree: RequestTree, server: Scope, prefix: string): readonly string[] | null {
  const { target } = leadAddress(tree.factsOf(server).map, prefix.replace(/\/?$/, '/'), {
    ...tree.files,
    variable: () => null,
    host: { name: null, address: null },
    folder: null,
    isSubrequest: false,
  });
  return target.type === 'file' ? pathComponents(target.path) : null;
}
