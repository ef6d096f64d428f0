import { cleanAddress } from './clean-address.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import { MOD_ENV_DIRECTIVES, setLate } from './environment.ts';
import type { RequestTree } from './request-tree.ts';
import type { Round } from './round.ts';
import { runRound } from './run-round.ts';

/** Another address that is asked for on the way, by a GET. */
export function indexRound(tree: RequestTree, request: ConcreteRequest, asker: Round, name: string): Round {
  const { address, query } = asker;
  const env = setLate(asker.env, asker.recorder.lines(...MOD_ENV_DIRECTIVES));
  const written = name.startsWith('/') ? name : address.slice(0, address.lastIndexOf('/') + 1) + name;
  const cleaned = cleanAddress(written.replaceAll('%', '%25'), tree.version, false);
  const at = 'address' in cleaned ? cleaned.address : written;
  const asked = { ...request, query, method: 'GET' };
  return runRound(tree, {
    why: 'index',
    address: at,
    request: asked,
    server: tree.factsOf(asker.server),
    env,
    asker,
  });
}

/** Where files are not known the first name is taken to be there. */
export function isThere({ file, mapped }: Round): boolean {
  return mapped.target.type === 'proxy' || (file?.kind === 'file' && file.pathInfo === '');
}
