// Error pages of this server that rewrite rules answer: with another status than that of the error.
import type { Occurrence, Scope } from '../../model/index.ts';
import { occurrencesOf } from '../../model/index.ts';
import { cleanAddress, encodedSlashesOf } from './clean-address.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import type { Environment } from './environment.ts';
import { redirectedEnvironment, setEach } from './environment.ts';
import { rewriteInFolder } from './rewrite-in-folder.ts';
import type { RequestTree, ServerFacts } from './request-tree.ts';
import type { Round } from './round.ts';
import { MOST_REDIRECTS } from './round.ts';
import { runRound } from './run-round.ts';

/** An address of this server, of ErrorDocument. */
interface ErrorPage {
  readonly server: Scope;
  readonly address: string;
  readonly status: number;
  /** Of the request that failed. */
  readonly env: Environment;
}

/** What a rule answers. */
export interface RuledPage {
  readonly line: Occurrence;
  /** Null if it is not known. */
  readonly status: number | null;
  readonly round: Round;
}

/**
 * A rule that answers the address of the error page: mod_rewrite takes the status of the error back then (`hook_uri2file` and `hook_fixup`), so
 * that its own is told, with the error page that this one has. Null: none does, and the status stays.
 */
export function ruledPage(
  tree: RequestTree,
  request: ConcreteRequest,
  { server, address, status, env: before }: ErrorPage,
): RuledPage | null {
  if (occurrencesOf(tree.model, 'rewriterule').length === 0) return null;
  const env = setEach(redirectedEnvironment(before), [['redirect_status', String(status)]]);
  return answered(tree, { ...request, method: 'GET' }, tree.factsOf(server), { address, env }, 0);
}

function answered(
  tree: RequestTree,
  asked: ConcreteRequest,
  server: ServerFacts,
  { address: written, env }: Pick<ErrorPage, 'address' | 'env'>,
  depth: number,
): RuledPage | null {
  const [path = '', query = ''] = written.split(/\?(.*)/s);
  const cleaned = cleanAddress(path, tree.version, server.mergesSlashes, encodedSlashesOf(server.lines));
  if ('status' in cleaned) return null;
  const request = { ...asked, query };
  const round = runRound(tree, {
    why: 'rewritten',
    address: cleaned.address,
    request,
    server,
    env,
    asker: null,
  });
  const { mapped, early, recorder } = round;
  const { by, target, rewritten } = mapped;
  const unsure = rewritten.unsure[0]?.line ?? (rewritten.isUnknown ? rewritten.by : null);
  if (unsure !== null) return { line: unsure, status: null, round };
  if (early !== null) {
    // 400 for what is no path leaves the status of the error.
    const isOfPath = target.type === 'answered' && target.status === 400 && rewritten.status === null;
    const isRule = by?.name === 'rewriterule' && target.type === 'answered' && !isOfPath;
    return isRule ? { line: by, status: target.status, round } : null;
  }
  if (tree.atoms.bdd.isFalse(round.outcome.pass)) return null;
  const made = rewriteInFolder(tree, request, round);
  const line = recorder.lines('rewriterule').at(-1);
  const [doubted] = recorder.doubtedRules;
  if (doubted !== undefined) return { line: doubted.line, status: null, round };
  if (made === null || line === undefined || depth === MOST_REDIRECTS) return null;
  if (made.type === 'redirect') return answered(tree, asked, server, made, depth + 1);
  if (made.type === 'unknown') return { line: made.by, status: null, round };
  if (!made.isOfRule) return null;
  const isSure = tree.atoms.bdd.isTrue(round.outcome.pass);
  return { line, status: isSure ? made.status : null, round };
}
