import type { ServerModel } from '../../src/model/index.ts';
import { findDirectives } from '../../src/transform/index.ts';

/** Whether it is this machine's own tree, so that what is missing here is missing to the server. */
export function isInPlace(model: ServerModel): boolean {
  const isStated = findDirectives(model, 'ServerRoot').some(({ args }) => args[0]?.startsWith('/'));
  return model.kind === 'server' && isStated && model.statedRoot === model.serverRoot;
}
