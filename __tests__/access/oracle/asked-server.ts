import {
  createRequestTree,
  expectedStatus,
  evaluateRequest,
  fileView,
  plainRequest,
  ANSWERS,
  worldsOfTrees,
} from '../../../src/access/index.ts';
import type { Answer, ConcreteRequest, Evaluation, RequestTree, Version } from '../../../src/access/index.ts';
import type { Outcome, RequestAtoms } from '../../../src/access/policy/index.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../../src/model/index.ts';
import type { ServerModel, TreeReader } from '../../../src/model/index.ts';
import { rememberWeakly } from '../../../src/text/index.ts';
import { isGood, isMet } from './credentials.ts';
import { fillPlaces } from './scenario.ts';
import type { Places, Scenario, ScenarioRequest } from './scenario.ts';

/** Where the trees lie that are only thought of. */
export const PLACES: Places = { root: '/srv/thought-of', port: 58080, others: { BACKEND: 59999 } };

export interface ScenarioTree {
  readonly model: ServerModel;
  readonly reader: TreeReader;
}

/** What the scenario's tree is read by, in memory. @param changed Latin-1 texts that stand instead of its own, by path below the root */
export function requestOf(scenario: Scenario, changed: Readonly<Record<string, string>> = {}) {
  const { latin1 = [], dirs = [], links = {}, env = {}, defines = [], conf = 'conf/httpd.conf' } = scenario;
  const { binary = {}, databases = {} } = scenario;
  const fill = (text: string) => fillPlaces(text, PLACES);
  const texts = Object.entries({ ...scenario.files, ...changed }).map(([path, text]): [string, string] => {
    const isBytes = latin1.includes(path) || path in changed;
    const filled = fill(text);
    return [`${PLACES.root}/${path}`, isBytes ? filled : Buffer.from(filled, 'utf8').toString('latin1')];
  });
  // What they hold is in `stored`: they are there, and that is all that is read of them.
  const stores = Object.keys({ ...binary, ...databases }).map((path) => [`${PLACES.root}/${path}`, '']);
  const folders = [...dirs, 'logs'].map((path): [string, string] => [`${PLACES.root}/${path}/`, '']);
  const targets = Object.entries(links).map(([path, to]) => [`${PLACES.root}/${path}`, fill(to)]);
  return {
    reader: createMemoryReader(
      Object.fromEntries([...texts, ...stores, ...folders]),
      Object.fromEntries(targets),
    ),
    path: `${PLACES.root}/${conf}`,
    serverRoot: PLACES.root,
    defines,
    environment: Object.fromEntries(Object.entries(env).map(([key, value]) => [key, fill(value)])),
  };
}

/** The scenario's tree in memory; `changed` as above. */
export function treeOf(scenario: Scenario, changed: Readonly<Record<string, string>> = {}): ScenarioTree {
  const { reader, ...request } = requestOf(scenario, changed);
  const model = buildModel(request, reader);
  if (isModelFailure(model)) throw new Error(model.message);
  return { model, reader };
}

export interface AskedServer {
  readonly tree: RequestTree;
  readonly port: number;
  evaluate(request: ScenarioRequest): Evaluation;
  /** More than one where the answer depends on what the tree cannot tell. */
  answers(request: ScenarioRequest): Answer[];
}

/** The tree as our model of that version answers it. */
export function askedServer(
  scenario: Scenario,
  { model, reader }: ScenarioTree,
  version: Version,
  port = PLACES.port,
): AskedServer {
  const [world = new Map()] = worldsOfTrees(model);
  const tree = createRequestTree(model, { version, world, files: fileView(model, reader) });
  const evaluate = rememberWeakly((request: ScenarioRequest) =>
    evaluateRequest(tree, concrete(scenario, request, port)),
  );
  return {
    tree,
    port,
    evaluate,
    answers(request) {
      const outcome = settled(tree.atoms, evaluate(request).outcome, (test) =>
        isMet(test, scenario, request),
      );
      return ANSWERS.filter((answer) => tree.atoms.witness(outcome[answer]) !== null);
    },
  };
}

/** The outcome where the tests that are known come out as they do. */
function settled(atoms: RequestAtoms, outcome: Outcome, isTrue: (test: string) => boolean | null): Outcome {
  const { bdd } = atoms;
  const facts = ANSWERS.flatMap((answer) => atoms.dependsOn(outcome[answer])).flatMap((test) => {
    const known = isTrue(test);
    if (known === null) return [];
    return [known ? atoms.opaque(test) : bdd.not(atoms.opaque(test))];
  });
  const given = facts.reduce((all, fact) => bdd.and(all, fact), bdd.yes);
  return {
    pass: bdd.and(outcome.pass, given),
    unauthorized: bdd.and(outcome.unauthorized, given),
    forbidden: bdd.and(outcome.forbidden, given),
    serverError: bdd.and(outcome.serverError, given),
  };
}

function concrete(scenario: Scenario, request: ScenarioRequest, port: number): ConcreteRequest {
  const { method, client, user, headers = {} } = request;
  const [path = '', query = ''] = request.path.split('?');
  const isV6 = client.includes(':');
  const sent = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    ...plainRequest(Buffer.from(path, 'utf8').toString('latin1')),
    method,
    query,
    client,
    clientName: client === '127.0.0.1' ? 'localhost' : '',
    host: (sent.get('host') ?? 'localhost').replace(/:\d+$/, ''),
    port,
    serverAddress: isV6 ? '::1' : '127.0.0.1',
    user: user !== undefined && isGood(scenario, request) ? user : null,
    scheme: user === undefined ? null : (request.auth ?? 'basic'),
    headers: sent,
    otherHeaders: 'absent',
    otherEnv: 'unset',
  };
}

const REFUSALS = { unauthorized: 401, forbidden: 403, serverError: 500 } as const;

/** The status that the model foresees; several answers, in words, if it can't say. */
export function statusOf(asked: AskedServer, request: ScenarioRequest): number | string {
  const answers = asked.answers(request);
  const [answer] = answers;
  if (answer === undefined || answers.length > 1) return answers.join(' or ');
  if (answer !== 'pass') return REFUSALS[answer];
  const evaluation = asked.evaluate(request);
  const { status } = expectedStatus(asked.tree, evaluation, { ...plainRequest(''), method: request.method });
  return status ?? (isAnsweredByOthers(evaluation) ? 200 : 'not known');
}

/** Scripts and proxied servers, which the configuration does not know, answer 200 in all scenarios. */
function isAnsweredByOthers({ rounds }: Evaluation): boolean {
  const { target, by } = rounds.at(-1)?.mapped ?? {};
  return target?.type === 'proxy' || by?.name.startsWith('scriptalias') === true;
}
