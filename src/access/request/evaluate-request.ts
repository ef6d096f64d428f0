import type { Scope } from '../../model/index.ts';
import type { Answer, Outcome } from '../policy/index.ts';
import { branchOutcome, constantOutcome } from '../policy/index.ts';
import { actionAddress } from './action-script.ts';
import { anyOutcome } from './any-outcome.ts';
import type { CleanAddress } from './clean-address.ts';
import { cleanAddress, encodedSlashesOf } from './clean-address.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import { isThere } from './index-round.ts';
import { searchIndex } from './index-search.ts';
import type { Environment } from './environment.ts';
import { MOD_ENV_DIRECTIVES, redirectedEnvironment, setLate } from './environment.ts';
import { refusedForm } from './refused-form.ts';
import { redirectInFolder } from './redirect-in-folder.ts';
import { rewriteInFolder } from './rewrite-in-folder.ts';
import type { RequestTree, ServerFacts } from './request-tree.ts';
import type { Served } from './expected-status.ts';
import { addsSlash } from './expected-status.ts';
import type { Round } from './round.ts';
import { MOST_REDIRECTS } from './round.ts';
import { answerOf, runRound } from './run-round.ts';
import { withRealClient } from './real-client.ts';
import { searchFallback } from './search-fallback.ts';
import { searchVariants } from './search-variants.ts';
import { throughOutcome } from './round.ts';
import { conditionTest, unknownWords } from './open-tests.ts';
import type { Version } from '../sections/worlds.ts';

/** What one tree answers to one request, and how it came to that. */
export interface Evaluation {
  readonly server: Scope;
  /** Why this server. */
  readonly serverReason: string;
  /** In the order in which they were gone through; none if the address is no good. */
  readonly rounds: readonly Round[];
  /** Of all rounds together, in terms of what is not known. */
  readonly outcome: Outcome;
  /** The `<If>` sections on the way of which it is not known whether the request meets them. The rounds are those where none of them holds. */
  readonly openConditions: readonly Scope[];
  /** What answered beside the access rules: a bad address, a folder that is not listed; null for nothing. */
  readonly beside: Served | null;
}

/** As many `<If>` sections as are tried both ways. */
const MOST_OPEN = 6;

/**
 * Follows the request through the tree: which server, which file, which sections, who decides. Where it is not known whether the request
 * meets an `<If>`, the outcome depends on that.
 */
export function evaluateRequest(tree: RequestTree, request: ConcreteRequest): Evaluation {
  const plain = followRequest(tree, request);
  const [open] = plain.openConditions;
  if (open === undefined) return plain;
  if (request.conditions.size >= MOST_OPEN)
    return { ...plain, outcome: anyOutcome(tree.atoms, conditionTest(open)) };
  const [yes, no] = [true, false].map((holds) =>
    evaluateRequest(tree, { ...request, conditions: new Map([...request.conditions, [open, holds]]) }),
  ) as [Evaluation, Evaluation];
  const outcome = branchOutcome(tree.atoms, tree.atoms.opaque(conditionTest(open)), yes.outcome, no.outcome);
  return {
    ...plain,
    outcome,
    openConditions: [...new Set([...plain.openConditions, ...yes.openConditions])],
  };
}

/** One way through the tree: what is open is taken not to be met, unless the request says so. */
export function followRequest(tree: RequestTree, sent: ConcreteRequest): Evaluation {
  const { server, why, isItsName } = tree.choose(sent);
  const facts = tree.factsOf(server);
  const request = tree.version === '2.2' ? sent : withRealClient(sent, facts.lines);
  const cleaned = cleanFor(facts, request.path, tree.version);
  const base = { server, serverReason: why, openConditions: [] };
  const nowhere = refusedForm(tree, request, facts, isItsName);
  if (nowhere !== null) {
    return { ...base, rounds: [], outcome: constantOutcome(tree.atoms, 'pass'), beside: nowhere };
  }
  if ('status' in cleaned) {
    const beside = { status: cleaned.status, why: 'the address is not well-formed' };
    return { ...base, rounds: [], outcome: constantOutcome(tree.atoms, 'pass'), beside };
  }
  const first = runRound(tree, {
    why: 'request',
    address: cleaned.address,
    request,
    server: facts,
    env: new Map(),
    asker: null,
  });
  const rest = goOn(tree, request, first, 0);
  const rounds = [first, ...rest.rounds];
  return {
    ...base,
    openConditions: [...new Set(rounds.flatMap((round) => round.openConditions))],
    rounds,
    outcome: throughOutcome(tree.atoms, first.outcome, rest.outcome),
    beside: rest.beside,
  };
}

/** An address as this server takes it. */
function cleanFor({ lines, mergesSlashes }: ServerFacts, path: string, version: Version): CleanAddress {
  return cleanAddress(path, version, mergesSlashes, encodedSlashesOf(lines));
}

/** What comes behind a round whose access rules let the request through. */
export interface Sequel {
  readonly rounds: readonly Round[];
  readonly outcome: Outcome;
  readonly beside: Served | null;
}

function goOn(tree: RequestTree, request: ConcreteRequest, round: Round, redirects: number): Sequel {
  const done: Sequel = { rounds: [], outcome: constantOutcome(tree.atoms, 'pass'), beside: null };
  if (round.early !== null || tree.atoms.bdd.isFalse(round.outcome.pass)) return done;
  // What is there is not told, and so neither what an index file or a rule would make of it.
  if (round.mapped.target.type === 'unknown') return done;
  // The type of a file is asked for before the rules of its folder.
  const sequel = variantsOf(tree, request, round, redirects) ?? rewrite(tree, request, round, redirects);
  if (sequel !== null) return sequel;
  if (round.file === null) return done;
  const onward = (found: Round) =>
    rewrite(tree, request, found, redirects) ?? handOn(tree, request, found, redirects);
  if (round.file.kind === 'folder') {
    const searched = searchIndex(tree, request, round, onward);
    const isServed = searched.rounds.some(isThere) || addsSlash(tree, round);
    return isServed ? searched : (handOn(tree, request, round, redirects) ?? searched);
  }
  return searchFallback(tree, request, round, onward) ?? handOn(tree, request, round, redirects) ?? done;
}

/** MultiViews, with what the rules of its folder and Action make of the file; null: nothing of the kind is done. */
function variantsOf(
  tree: RequestTree,
  request: ConcreteRequest,
  round: Round,
  redirects: number,
): Sequel | null {
  const found = searchVariants(tree, request, round);
  if (found === null || found.beside !== null) return found;
  const letIn = found.rounds.filter(({ outcome }) => !tree.atoms.bdd.isFalse(outcome.pass));
  // The rules are asked while each file is looked up, and again of the one that is served.
  const ruled = letIn.map((each) => [each, rewrite(tree, request, each, redirects, true)] as const);
  const isRefused = (made: Sequel | null) =>
    made?.rounds.length === 0 && (made.beside?.status ?? null) !== null;
  const taken = ruled.filter(([, made]) => !isRefused(made));
  if (taken.length === 0) {
    const beside = { status: 404, why: 'rules refuse every file that it may stand for' };
    return { ...found, outcome: constantOutcome(tree.atoms, 'pass'), beside };
  }
  const handed = taken.map(
    ([each, made]) =>
      made ?? rewrite(tree, request, each, redirects) ?? handOn(tree, request, each, redirects),
  );
  const [first = null] = handed;
  if (handed.every((each) => each === null)) return found;
  if (first !== null && handed.length === 1) {
    return { ...first, rounds: [...found.rounds, ...first.rounds] };
  }
  const why = 'which of several files is served is not told, and one of them leads elsewhere';
  return { ...found, beside: { status: null, why } };
}

/** What Action or Script make of it; null: nothing. */
function handOn(tree: RequestTree, request: ConcreteRequest, round: Round, redirects: number): Sequel | null {
  const action = actionAddress(tree, request, round, redirects);
  if (action === null) return null;
  if (typeof action !== 'string') return besideSequel(tree, action);
  return redirectedTo(
    { address: action, query: round.query, isFinal: round.isFinal, env: round.env },
    tree,
    request,
    round,
    redirects,
  );
}

/** What the rules and Redirects of its folder make of a request that was let through; null if nothing. */
function rewrite(
  tree: RequestTree,
  request: ConcreteRequest,
  round: Round,
  redirects: number,
  isSubrequest = round.why === 'index',
): Sequel | null {
  const rewritten = rewriteInFolder(tree, request, round, isSubrequest);
  if (rewritten?.type === 'answered' && rewritten.status !== null) return besideSequel(tree, rewritten);
  // Unless mod_rewrite answers with a status, mod_alias comes after it.
  const redirected = redirectInFolder(tree, request, round);
  if (redirected !== null) return besideSequel(tree, redirected);
  if (rewritten === null) return null;
  if (rewritten.type === 'answered') return besideSequel(tree, rewritten);
  if (rewritten.type === 'unknown') {
    const why = unknownWords(rewritten.by);
    return { rounds: [], outcome: anyOutcome(tree.atoms, why), beside: { status: null, why } };
  }
  return redirectedTo(rewritten, tree, request, round, redirects);
}

interface Redirected {
  readonly address: string;
  readonly query: string;
  readonly isFinal: boolean;
  readonly env: Environment;
}

/** An internal redirect: after all of fixups, those of mod_env among them. The address is read like one that a client sends. */
function redirectedTo(
  { address, query, isFinal, env: before }: Redirected,
  tree: RequestTree,
  request: ConcreteRequest,
  round: Round,
  redirects: number,
): Sequel {
  if (redirects === MOST_REDIRECTS) {
    return besideSequel(tree, { status: 500, why: 'rewrite rules or Action lead round in a circle' });
  }
  const server = tree.factsOf(round.server);
  const cleaned = cleanFor(server, address, tree.version);
  if ('status' in cleaned) {
    const why = `the server asks itself for ${address}, which is not well-formed`;
    return besideSequel(tree, { status: cleaned.status, why });
  }
  const env = redirectedEnvironment(setLate(before, round.recorder.lines(...MOD_ENV_DIRECTIVES)));
  const next = runRound(tree, {
    why: 'rewritten',
    address: cleaned.address,
    request: { ...request, query },
    server,
    env,
    asker: null,
    isFinal,
  });
  const rest = goOn(tree, request, next, redirects + 1);
  const outcome = throughOutcome(tree.atoms, next.outcome, rest.outcome);
  return { rounds: [next, ...rest.rounds], outcome, beside: rest.beside };
}

function besideSequel({ atoms }: RequestTree, beside: Served): Sequel {
  const { status } = beside;
  const answer: Answer = status === null ? 'pass' : answerOf(status);
  return { rounds: [], outcome: constantOutcome(atoms, answer), beside };
}
