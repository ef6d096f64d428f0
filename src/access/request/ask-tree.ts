import type { ServerModel, TreeReader } from '../../model/index.ts';
import type { Answer, Outcome } from '../policy/index.ts';
import { readAllSections } from '../sections/read-sections.ts';
import { guardsOf } from '../sections/types.ts';
import type { Version, World } from '../sections/worlds.ts';
import { undecidedGuards, worldsOf } from '../sections/worlds.ts';
import type { Assumption } from './assumptions.ts';
import { assumptionsOf } from './assumptions.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import type { Decision } from './decision.ts';
import { decisionOf } from './decision.ts';
import { decidingRound } from './deciding-round.ts';
import type { RefusedLine } from '../refused/refused-line.ts';
import type { UnreadableText } from '../refused/unreadable-texts.ts';
import { unreadableTexts } from '../refused/unreadable-texts.ts';
import type { ErrorRedirects, Reply } from './error-documents.ts';
import { errorRedirects } from './error-documents.ts';
import type { Evaluation } from './evaluate-request.ts';
import type { Served } from './expected-status.ts';
import { expectedStatus } from './expected-status.ts';
import { fileView } from './file-view.ts';
import { worldsToAsk } from './open-guards.ts';
import type { Otherwise } from './otherwise.ts';
import { otherwise } from './otherwise.ts';
import type { PossibleAnswer } from './possible-answers.ts';
import { casesOf, openQuestions, possibleAnswers } from './possible-answers.ts';
import type { RequestTree } from './request-tree.ts';
import { createRequestTree } from './request-tree.ts';
import type { Round } from './round.ts';
import type { Way } from './ways.ts';
import { waysOf } from './ways.ts';

/** What a tree answers to a request, and why. */
export interface Asked {
  readonly tree: RequestTree;
  readonly evaluation: Evaluation;
  /** One if all that matters is known. */
  readonly possible: readonly PossibleAnswer[];
  /** What those get who are let through. */
  readonly served: Served;
  /** Which statuses are told as a redirect to another page. */
  readonly redirects: ErrorRedirects;
  /** Lines outside of .htaccess files that keep the server from starting. */
  readonly refused: readonly RefusedLine[];
  /** Texts that no server reads to their end. */
  readonly unreadable: readonly UnreadableText[];
  /** What else the answer depends on. */
  readonly openQuestions: readonly string[];
  /** Null if no access rule was asked. */
  readonly round: Round | null;
  readonly decision: Decision | null;
  readonly assumptions: readonly Assumption[];
  /** Other ways in which guards that the configuration leaves open may turn out, where the answer does not follow from the others'. */
  readonly otherwise: readonly Otherwise[];
}

/** Asks a tree, as that version of the server reads it. Guards that are left open are taken not to hold. */
export function askTree(
  model: ServerModel,
  reader: TreeReader,
  version: Version,
  request: ConcreteRequest,
): Asked {
  const files = fileView(model, reader);
  const worlds = worldsToAsk(model, version, files, worldsOfTrees(model));
  const [first, ...others] = worlds.map((world) => {
    const tree = createRequestTree(model, { version, world, files });
    const ways = waysOf(tree, request).map((way) => ({ ...way, reply: replyOf(tree, way) }));
    const cases = casesOf(tree.atoms, ways);
    return { tree, ways, cases, possible: possibleAnswers(tree.atoms, cases) };
  });
  if (first === undefined) throw new Error('internal error: no world');
  const { tree, ways, cases, possible } = first;
  const [plain] = ways;
  if (plain === undefined) throw new Error('internal error: no way');
  const evaluation = { ...plain.evaluation, outcome: outcomeOf(tree, ways) };
  const round = decidingRound(tree, evaluation);
  const [answer = null, more] = [...new Set(possible.map((each) => each.answer))];
  return {
    tree,
    evaluation,
    possible,
    ...plain.reply,
    refused: tree.refused().filter(({ isInHtaccess }) => !isInHtaccess),
    unreadable: unreadableTexts(model, version).filter(({ isInHtaccess }) => !isInHtaccess),
    openQuestions: openQuestions(tree.atoms, cases),
    round,
    decision: round === null ? null : decisionOf(tree, request, round, more === undefined ? answer : null),
    assumptions: assumptionsOf(tree, request, ways),
    otherwise: otherwise(
      { world: tree.world, possible },
      others.map((other) => ({ world: other.tree.world, possible: other.possible })),
    ),
  };
}

/** The worlds of the guards around the rules of trees, the one in which none of them holds first. No other open guard holds in any. */
export function worldsOfTrees(...models: readonly ServerModel[]): World[] {
  const sections = models.flatMap(readAllSections);
  const ofRules = sections.flatMap(guardsOf);
  const servers = models.flatMap(({ main, virtualHosts }) => [main, ...virtualHosts]);
  const scopes = [...servers, ...sections.map(({ scope }) => scope)];
  const all = scopes.flatMap((scope) => [...scope.guards, ...scope.items.flatMap((item) => item.guards)]);
  const none = new Map([...undecidedGuards([...ofRules, ...all]).keys()].map((key) => [key, false]));
  const worlds = (worldsOf(ofRules) ?? [new Map<string, boolean>()]).map(
    (world) => new Map([...none, ...world]),
  );
  const holding = (world: World) => [...world.values()].filter(Boolean).length;
  return worlds.toSorted((a, b) => holding(a) - holding(b));
}

/** Of all ways together. */
function outcomeOf({ atoms: { bdd } }: RequestTree, ways: readonly Way[]): Outcome {
  const of = (answer: Answer) =>
    bdd.any(ways.map(({ when, evaluation }) => bdd.and(when, evaluation.outcome[answer])));
  return {
    pass: of('pass'),
    unauthorized: of('unauthorized'),
    forbidden: of('forbidden'),
    serverError: of('serverError'),
  };
}

function replyOf(tree: RequestTree, { evaluation, request }: Way): Reply {
  return {
    served: expectedStatus(tree, evaluation, request),
    redirects: errorRedirects(tree, evaluation, request),
  };
}
