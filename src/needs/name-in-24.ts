import { moduleFateOf } from '../catalog/index.ts';

/** The identifier that a renamed module has in 2.4 (`disk_cache_module` -> `cache_disk_module`); any other stays. */
export function nameIn24(identifier: string): string {
  const fate = moduleFateOf(identifier);
  return fate?.fate === 'renamed' ? (fate.to[0] ?? identifier) : identifier;
}
