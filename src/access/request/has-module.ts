import type { ServerModel } from '../../model/index.ts';
import type { Version } from '../sections/worlds.ts';

/** Whether the server that reads the tree may have a module. @param name without `mod_`: `autoindex` */
export function hasModule(
  { model, version }: { readonly model: ServerModel; readonly version: Version },
  name: string,
): boolean {
  if (version === '2.2') return model.hasModule22(`mod_${name}.c`) !== 'no';
  // Where a 2.4 tree loads modules at all, what it does not load is not there.
  const live = model.modules.filter(({ occurrence }) => occurrence.on24 !== 'no');
  return live.length === 0 || live.some(({ identifier }) => identifier === `${name}_module`);
}
