import { constantOutcome } from '../policy/index.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import type { Sequel } from './evaluate-request.ts';
import type { Served } from './expected-status.ts';
import { handlerOf } from './expected-status.ts';
import { hasModule } from './has-module.ts';
import { keptAnswer } from './index-round.ts';
import { mediaOf } from './media.ts';
import type { RequestTree } from './request-tree.ts';
import type { Round } from './round.ts';
import { runRound } from './run-round.ts';

/**
 * MultiViews (`handle_multi`, mod_negotiation.c): where nothing has the name asked for, a file of that name with endings is
 * served, if its own rules let the asker through; a refused one is as if it were not there. What follows the name in the address is
 * left for the handler of that file. Null: nothing of the kind is done.
 */
export function searchVariants(tree: RequestTree, request: ConcreteRequest, round: Round): Sequel | null {
  const { file, recorder, address } = round;
  if (file?.kind !== 'nothing' || !recorder.options.multiViews) return null;
  if (!hasModule(tree, 'negotiation')) return null;
  const folder = address.slice(0, address.lastIndexOf('/') + 1);
  const names = variantsOf(tree, file.path);
  if (names.length === 0) return null;
  const at = file.path.slice(0, file.path.lastIndexOf('/') + 1);
  const asked = names.map((name) => variantRound(tree, request, round, folder + name, at + name));
  const known = asked.map((each) => [each, fitOf(tree, each, file.path)] as const);
  const rounds = known.flatMap(([each, fit]) => (fit === 'none' ? [] : [withPathInfo(each, file.pathInfo)]));
  const outcome = constantOutcome(tree.atoms, 'pass');
  const isLetIn = (fit: Fit) =>
    known.some(([each, own]) => own === fit && !tree.atoms.bdd.isFalse(each.outcome.pass));
  const map = known.find(([each, fit]) => fit !== 'none' && isTypeMap(handlerOf(tree, each)));
  if (map !== undefined && isLetIn('sure')) {
    const why = `the type map ${map[0].address} says which file it stands for`;
    return { rounds, outcome, beside: { status: null, why } };
  }
  const isSure = known.some(([each, fit]) => fit === 'sure' && tree.atoms.bdd.isTrue(each.outcome.pass));
  if (isSure) return { rounds, outcome, beside: null };
  if (isLetIn('sure')) {
    const why = 'whether a file that it may stand for is let through is not known: else it is 404';
    return { rounds, outcome, beside: { status: null, why } };
  }
  const beside: Served = isLetIn('perhaps')
    ? {
        status: null,
        why: 'which types the endings of the files have that it may stand for is not known here',
      }
    : { status: 404, why: 'no file that it may stand for is of a known type, and let through' };
  return { rounds, outcome, beside };
}

/** The file is looked up by its name alone (`ap_sub_req_lookup_dirent`, server/request.c). */
function withPathInfo(round: Round, pathInfo: string): Round {
  return round.file === null ? round : { ...round, file: { ...round.file, pathInfo } };
}

function isTypeMap(handler: string | null): boolean {
  return handler === 'type-map' || handler === 'application/x-type-map';
}

/** Whether a file stands for a name without its endings. */
type Fit = 'sure' | 'none' | 'perhaps';

/** Each ending that says nothing must be in the name that is asked for, in this order (`read_types_multi`, mod_negotiation.c). */
function fitOf(tree: RequestTree, variant: Round, path: string): Fit {
  const { type, unrecognized, doubted } = mediaOf(tree, variant);
  const asked = path.slice(path.lastIndexOf('/') + 1).split('.');
  const isAsked = (endings: readonly string[]) => {
    let left = endings;
    for (const part of asked) if (part === left[0]) left = left.slice(1);
    return left.length === 0;
  };
  const hasType = type !== null || handlerOf(tree, variant) !== null;
  if (unrecognized !== null && hasType && isAsked(unrecognized)) return 'sure';
  const rest = unrecognized?.filter((each) => !doubted.includes(each));
  return doubted.length > 0 && (rest === undefined || isAsked(rest)) ? 'perhaps' : 'none';
}

/** Names of the files beside it that begin with its name and a dot. */
function variantsOf({ files }: RequestTree, path: string): string[] {
  const slash = path.lastIndexOf('/');
  const [folder, start] = [path.slice(0, slash), `${path.slice(slash + 1)}.`];
  const names = files.namesIn(folder).filter((name) => name.startsWith(start));
  return names.filter((name) => files.kindOf(`${folder}/${name}`) === 'file');
}

function variantRound(
  tree: RequestTree,
  request: ConcreteRequest,
  asker: Round,
  address: string,
  path: string,
): Round {
  const asked = { ...request, query: asker.query, method: 'GET' };
  const server = tree.factsOf(asker.server);
  const variant = runRound(tree, {
    why: 'variant',
    address,
    request: asked,
    server,
    env: asker.env,
    asker,
    path,
  });
  return keptAnswer(tree, asker, variant);
}
