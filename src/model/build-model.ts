import { createParseCache } from './parse-cache.ts';
import type { ParseCache } from './parse-cache.ts';
import type { TreeReader } from './reader/index.ts';
import type { ModelFailure, ModelRequest } from './request.ts';
import type { ServerModel } from './types.ts';

/** The model of what `request.path` leads to, or why there is none. Never throws on any input. */
export function buildModel(
  request: ModelRequest,
  _reader: TreeReader,
  _cache: ParseCache = createParseCache(),
): ServerModel | ModelFailure {
  return { type: 'failure', code: 'no-configuration', message: 'not built yet', path: request.path };
}

export function isModelFailure(result: ServerModel | ModelFailure): result is ModelFailure {
  return 'code' in result;
}
