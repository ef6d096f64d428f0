import { occurrencesOf } from '../../src/model/index.ts';
import type { ServerModel } from '../../src/model/index.ts';

/** The file of media types that comes with the system, where a server names one: another one stands there on another system. */
export function systemTypesFile(model: ServerModel): string | null {
  if (model.kind !== 'server') return null;
  const line = occurrencesOf(model, 'TypesConfig').findLast(({ on22 }) => on22 !== 'no');
  const path = line?.args[0] ?? '';
  return path.startsWith('/') && !path.startsWith(`${model.statedRoot}/`) ? path : null;
}
