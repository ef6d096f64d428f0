import { constantOutcome } from '../policy/index.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import type { Sequel } from './evaluate-request.ts';
import { hasModule } from './has-module.ts';
import type { RequestTree } from './request-tree.ts';
import type { Round } from './round.ts';
import { runRound } from './run-round.ts';

/**
 * MultiViews (`handle_multi`, mod_negotiation.c): where nothing has the name asked for, a file of that name with endings is
 * served, if its own rules let the asker through; a refused one is as if it were not there. Null: nothing of the kind is done.
 */
export function searchVariants(tree: RequestTree, request: ConcreteRequest, round: Round): Sequel | null {
  const { file, recorder, address } = round;
  if (file?.kind !== 'nothing' || file.pathInfo !== '' || !recorder.options.multiViews) return null;
  if (!hasModule(tree, 'negotiation')) return null;
  const folder = address.slice(0, address.lastIndexOf('/') + 1);
  const rounds = variantsOf(tree, file.path).map((name) => variantRound(tree, request, round, folder + name));
  if (rounds.length === 0) return null;
  const isServed = rounds.some(({ outcome }) => !tree.atoms.bdd.isFalse(outcome.pass));
  const beside = isServed ? null : { status: 404, why: 'every file that it may stand for is refused' };
  return { rounds, outcome: constantOutcome(tree.atoms, 'pass'), beside };
}

/** Names of the files beside it that begin with its name and a dot. */
function variantsOf({ files }: RequestTree, path: string): string[] {
  const slash = path.lastIndexOf('/');
  const [folder, start] = [path.slice(0, slash), `${path.slice(slash + 1)}.`];
  const names = files.namesIn(folder).filter((name) => name.startsWith(start));
  return names.filter((name) => files.kindOf(`${folder}/${name}`) === 'file');
}

function variantRound(tree: RequestTree, request: ConcreteRequest, asker: Round, address: string): Round {
  const asked = { ...request, query: asker.query, method: 'GET' };
  const server = tree.factsOf(asker.server);
  return runRound(tree, { why: 'variant', address, request: asked, server, env: asker.env, asker: null });
}
