import type { Scope } from '../../model/index.ts';
import { pathComponents } from '../sections/paths.ts';
import type { RequestTree } from '../request/request-tree.ts';

/** Where one prefix of addresses leads; null: to no folder, or to none that can be told. */
export interface AddressFolder {
  readonly prefix: string;
  readonly folder: readonly string[] | null;
}

const MAPPING_LINES = ['alias', 'scriptalias', 'proxypass'];

/** The prefixes at which the server's mapping of addresses changes: `/` first. */
export function mappedAddresses(tree: RequestTree, server: Scope): string[] {
  const { lines } = tree.factsOf(server);
  const all = [...lines.own(...MAPPING_LINES), ...lines.inherited(...MAPPING_LINES)];
  const prefixes = all.flatMap(({ args, scope }) => {
    const [from] = scope.kind === 'location' ? scope.args : args;
    return from?.startsWith('/') ? [from.replace(/(.)\/+$/, '$1')] : [];
  });
  return [...new Set(['/', ...prefixes])];
}

/** The folder that an address of the server, and what is below it, stands for: `Alias /icons/` is for what has the slash. */
export function folderAt(tree: RequestTree, server: Scope, prefix: string): readonly string[] | null {
  const { target } = tree.factsOf(server).mapper.map(prefix.replace(/\/?$/, '/'), {
    variable: () => null,
    kindOf: tree.files.kindOf,
    folder: null,
    isSubrequest: false,
  });
  return target.type === 'file' ? pathComponents(target.path) : null;
}
