import { constantOutcome } from '../policy/index.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import type { Sequel } from './evaluate-request.ts';
import type { Served } from './expected-status.ts';
import { addsSlash, configuredHandler } from './expected-status.ts';
import { indexRound, isThere } from './index-round.ts';
import type { RequestTree } from './request-tree.ts';
import type { Round } from './round.ts';
import { MOST_REDIRECTS } from './round.ts';
import { throughOutcome } from './round.ts';

/**
 * FallbackResource (`fixup_dflt`, mod_dir.c): in the place of what is not there another address is asked for by a GET of its own. It is served
 * if it is a file; where it is refused, that is the answer. One that is not there has another in its place, by what is said for its own address,
 * or itself: 500. Null: there is none.
 * @param rewrite what the rewrite rules of its folder make of it
 */
export function searchFallback(
  tree: RequestTree,
  request: ConcreteRequest,
  round: Round,
  rewrite: (fallback: Round) => Sequel | null,
  redirects = 0,
): Sequel | null {
  const name = fallbackName(tree, round);
  if (name === null) return null;
  const fallback = indexRound(tree, request, round, name);
  // Any other status than 404 is the answer (`fixup_dflt`); refusals are told by the outcome.
  const { early } = fallback;
  if (early !== null && early.status !== 404) {
    return { rounds: [fallback], outcome: fallback.outcome, beside: early };
  }
  const isCircle = redirects === MOST_REDIRECTS || fallbackName(tree, fallback) === name;
  const sequel = isThere(fallback) || isCircle ? rewrite(fallback) : null;
  // What rules and Redirects answer comes before it is looked for anew.
  if (isCircle && sequel?.rounds.length !== 0) {
    const circle = throughOutcome(tree.atoms, fallback.outcome, constantOutcome(tree.atoms, 'serverError'));
    return { rounds: [fallback], outcome: circle, beside: null };
  }
  const further = sequel ?? searchFallback(tree, request, fallback, rewrite, redirects + 1);
  if (further === null) {
    const beside = fallback.file?.kind === 'folder' ? ofFolder(tree, fallback) : null;
    return { rounds: [fallback], outcome: fallback.outcome, beside };
  }
  const outcome = throughOutcome(tree.atoms, fallback.outcome, further.outcome);
  return { rounds: [fallback, ...further.rounds], outcome, beside: further.beside };
}

/** The index file of a folder may have the folder in its place, too. */
function ofFolder(tree: RequestTree, fallback: Round): Served {
  const why = `FallbackResource leads to the folder ${fallback.address}`;
  return { status: addsSlash(tree, fallback) ? 301 : null, why };
}

/** Null where it does not count, as for what is there. */
function fallbackName(tree: RequestTree, round: Round): string | null {
  const [name = 'disabled'] = round.recorder.lines('fallbackresource').at(-1)?.args ?? [];
  const isAsked = round.file?.kind === 'nothing' && configuredHandler(tree, round) === null;
  return isAsked && name.toLowerCase() !== 'disabled' ? name : null;
}
