import type { Occurrence } from '../../model/index.ts';
import type { MethodDifference } from '../proof/compare-answers.ts';
import type { Flow } from '../chains/index.ts';
import { FROM_ITSELF, OTHER_METHODS } from '../policy/index.ts';
import type { ConcreteRequest } from '../request/concrete-request.ts';
import { plainRequest } from '../request/concrete-request.ts';
import { SETENVIF_DIRECTIVES } from '../request/environment.ts';
import type { Evaluation } from '../request/evaluate-request.ts';
import { evaluateRequest } from '../request/evaluate-request.ts';
import { NO_FILES } from '../request/file-view.ts';
import { parseHostAddress } from '../hosts/host-names.ts';
import type { RequestTree } from '../request/request-tree.ts';
import { unreadOnWay } from '../request/unread-sections.ts';
import { candidatePaths } from './candidate-paths.ts';
import { groupFiles, groupsAskedFor, realUsers } from './example-users.ts';
import { hostName } from './match-hosts.ts';
import type { TreePair, TreePairs } from './tree-pairs.ts';
import { sampleText } from '../addresses/index.ts';

/** A request that a person can try, and how each tree comes to its answer. */
export interface ExampleRequest {
  readonly request: ConcreteRequest;
  readonly before: Evaluation;
  readonly after: Evaluation;
  readonly trees: TreePair;
  /** What is not here, and without which it does not show the difference: the file that it asks for, or a password or group of its user. */
  readonly supposed: 'file' | 'user' | null;
  /** Guards of which it depends whether it does, and how they turn out where it does. */
  readonly guards: readonly GuardAnswer[];
}

/** How a guard turns out that is not decided. */
export interface GuardAnswer {
  /** `ifdefine SSL`. */
  readonly guard: string;
  readonly holds: boolean;
}

/** Methods to try for one that no section names. */
const SOME_METHODS = ['PUT', 'DELETE', 'OPTIONS', 'PROPFIND', 'MKCOL'];

/**
 * Requests that are answered as the difference says, found by asking both trees about likely ones.
 * @param pairs the trees in the worlds, and with the files, in which they are to be asked: the first with any is enough
 */
export function* findExamples(
  flow: Flow,
  difference: MethodDifference,
  pairs: TreePairs,
): Generator<ExampleRequest> {
  const paths = candidatePaths(flow);
  let areFilesKnown = false;
  for (const trees of pairs.likeliestFirst()) {
    const isSupposed = areFilesKnown && trees.before.files === NO_FILES;
    areFilesKnown ||= trees.before.files !== NO_FILES;
    const requests = [...requestsFor(flow, difference, paths, trees)];
    const asked = (pair: TreePair, all: readonly ConcreteRequest[]) =>
      all
        .flatMap((request) => exampleOf(request, pair, { flow, difference, pairs, isSupposed }))
        .toSorted((a, b) => Number(isAssumed(a)) - Number(isAssumed(b)));
    if (trees.before.files !== NO_FILES) {
      const found = firstFound(realUsers(difference, pairs.withTexts(trees)), (user) =>
        asked(
          pairs.withTexts(trees),
          requests.map((request) => ({ ...withNothingElse(request), user, groups: [] })),
        ),
      );
      yield* found;
      if (found.length > 0) return;
    }
    // Those that show it by what they say are better than those that may show it, if something else is so.
    const found = firstFound([requests.map(withNothingElse), requests], (all) => asked(trees, all));
    yield* found;
    if (found.length > 0) return;
  }
}

interface Searched {
  readonly flow: Flow;
  readonly difference: MethodDifference;
  readonly pairs: TreePairs;
  readonly isSupposed: boolean;
}

/** The request as an example, if it is one. */
function exampleOf(
  request: ConcreteRequest,
  trees: TreePair,
  { flow, difference, pairs, isSupposed }: Searched,
): ExampleRequest[] {
  const { before, after, isShown } = evaluateBoth(trees, request, difference);
  if (before.server !== flow.about.server || !isShown) return [];
  const guards = [...pairs.withOneGuardTurned(trees)]
    .filter(([, turned]) => !evaluateBoth(turned, request, difference).isShown)
    .map(([guard]) => ({ guard, holds: trees.before.world.get(guard) === true }));
  const isNobody = isWithoutPassword(request, pairs.withTexts(trees), difference);
  const supposed = isSupposed ? 'file' : isNobody ? 'user' : null;
  return [{ request, before, after, trees, supposed, guards }];
}

/** Whether the files that are here keep the user from showing the difference: there is no password, or no such member of the group. */
function isWithoutPassword(
  request: ConcreteRequest,
  withTexts: TreePair,
  difference: MethodDifference,
): boolean {
  if (request.user === null || difference.login !== undefined) return false;
  const areGroupsHere = [withTexts.before, withTexts.after].some((tree) => groupFiles(tree).length > 0);
  const groups = areGroupsHere ? [] : request.groups;
  return !evaluateBoth(withTexts, { ...request, groups }, difference).isShown;
}

function firstFound<T>(
  tried: readonly T[],
  find: (each: T) => readonly ExampleRequest[],
): readonly ExampleRequest[] {
  for (const each of tried) {
    const found = find(each);
    if (found.length > 0) return found;
  }
  return [];
}

/** Whether what it asks for may not be there. */
function isAssumed({ before, after }: ExampleRequest): boolean {
  return [...before.rounds, ...after.rounds].some(({ file }) => file?.isAssumed === true);
}

/** The request with nothing set, sent and true of its user but what it says. */
function withNothingElse(request: ConcreteRequest): ConcreteRequest {
  return { ...request, otherEnv: 'unset', otherHeaders: 'absent', otherGroups: 'none' };
}

/** What both trees answer, and whether it is what the difference says, whatever the sections say that are not looked into. */
function evaluateBoth(
  trees: TreePair,
  request: ConcreteRequest,
  difference: MethodDifference,
): Pick<ExampleRequest, 'before' | 'after'> & { readonly isShown: boolean } {
  const before = evaluateRequest(trees.before, request);
  const after = evaluateRequest(trees.after, request);
  const { bdd } = trees.before.atoms;
  const both = bdd.and(before.outcome[difference.before], after.outcome[difference.after]);
  const isShown = difference.login === undefined ? !bdd.isFalse(both) : !bdd.isFalse(before.outcome.pass);
  const isUnsure =
    unreadOnWay(trees.before, before.rounds).length + unreadOnWay(trees.after, after.rounds).length > 0;
  return { before, after, isShown: isShown && !isUnsure };
}

function* requestsFor(
  { about }: Flow,
  { method, witness }: MethodDifference,
  paths: readonly string[],
  { before }: TreePair,
): Generator<ConcreteRequest> {
  const isHost = about.server.kind === 'virtualhost';
  const { address, port } = parseHostAddress(about.server.args[0] ?? '*');
  const headers = headersFor(witness.env, before);
  const isFromItself = witness.tests.includes(FROM_ITSELF);
  const own = address === '*' ? witness.address : address;
  const methods = method === OTHER_METHODS ? SOME_METHODS : [method];
  for (const path of paths) {
    for (const each of methods) {
      yield {
        ...plainRequest(path),
        method: each,
        host: isHost ? hostName(about.server) : null,
        port: isHost && port !== 0 ? port : null,
        serverAddress: isFromItself || (isHost && address !== '*') ? own : null,
        client: isFromItself ? own : witness.address,
        clientName: witness.hostName,
        user: witness.user === 'another user' ? 'somebody' : witness.user,
        groups: groupsAskedFor(witness),
        env: witness.env,
        headers,
      };
    }
  }
}

/** Headers by which SetEnvIf and its kin set the variables, where there are such. */
function headersFor(env: readonly string[], { model }: RequestTree): ReadonlyMap<string, string> {
  const lines = model.main.items.filter((item): item is Occurrence => item.type === 'occurrence');
  const setters = lines.filter(({ name }) => SETENVIF_DIRECTIVES.some((each) => each === name));
  const headers = env.flatMap((name): [string, string][] => {
    for (const line of setters) {
      const isBrowser = line.name.startsWith('browsermatch');
      const [header = '', pattern = '', ...sets] = isBrowser ? ['User-Agent', ...line.args] : line.args;
      const isMeant = sets.some((word) => word.split('=')[0]?.toLowerCase() === name.toLowerCase());
      const value = isMeant && !header.includes('_') ? sampleText(pattern) : null;
      if (value !== null) return [[header.toLowerCase(), value]];
    }
    return [];
  });
  return new Map(headers);
}
