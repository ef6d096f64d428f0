import { describe, expect, test } from '@jest/globals';
import {
  createRequestTree,
  evaluateRequest,
  fileView,
  plainRequest,
  possibleAnswers,
  worldsOfTrees,
} from '../../../src/access/index.ts';
import type { Answer, ConcreteRequest } from '../../../src/access/index.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../../src/model/index.ts';
import { fillPlaces, readScenarios } from '../oracle/scenario.ts';
import type { Scenario, ScenarioRequest } from '../oracle/scenario.ts';

// The evaluator's status for a 2.2 tree is the one that a real 2.2 gave (__fixtures__/oracle/README.md).

const PLACES = { root: '/srv/root', port: 8080, backend: 9999 };
const GOOD_PASSWORDS = [
  'wonder-1',
  'builder-2',
  'singer-3',
  'd-1',
  'g-1',
  'm-1',
  'm-2',
  'v-1',
  'me@home.test',
];

/** What a tree cannot tell: passwords in DBM files and databases, who is anonymous, whose file it is. */
const UNTOLD = /^m-(?:dbm|dbd|anon|file-)/;

describe.each(['handwritten', 'sites', 'mechanisms'])('%s', (name) => {
  test.each(readScenarios(name).map((scenario) => [scenario.id, scenario] as const))('%s', (id, scenario) => {
    const ask = askedOf(scenario);
    const wrong = scenario.requests.flatMap((request, i) => {
      const status = scenario.observed22.responses[i] ?? 0;
      const answers = ask(request);
      const isRight = answers.includes(answerOf(status)) && (answers.length === 1 || UNTOLD.test(id));
      return isRight
        ? []
        : [`${request.method} ${request.path} from ${request.client}: ${status}, not ${answers.join()}`];
    });
    if (!UNTOLD.test(id)) expect(wrong).toEqual([]);
    else expect(wrong.length).toBeLessThan(scenario.requests.length / 2);
  });
});

function askedOf(scenario: Scenario): (request: ScenarioRequest) => Answer[] {
  const {
    files,
    latin1 = [],
    dirs = [],
    links = {},
    env = {},
    defines = [],
    conf = 'conf/httpd.conf',
  } = scenario;
  const fill = (text: string) => fillPlaces(text, PLACES);
  const texts = Object.entries(files).map(([path, text]): [string, string] => {
    const bytes = latin1.includes(path) ? fill(text) : Buffer.from(fill(text), 'utf8').toString('latin1');
    return [`${PLACES.root}/${path}`, bytes];
  });
  const folders = [...dirs, 'logs'].map((path): [string, string] => [`${PLACES.root}/${path}/`, '']);
  const targets = Object.entries(links).map(([path, to]): [string, string] => [
    `${PLACES.root}/${path}`,
    fill(to),
  ]);
  const reader = createMemoryReader(Object.fromEntries([...texts, ...folders]), Object.fromEntries(targets));
  const environment = Object.fromEntries(Object.entries(env).map(([key, value]) => [key, fill(value)]));
  const model = buildModel(
    { path: `${PLACES.root}/${conf}`, serverRoot: PLACES.root, defines, environment },
    reader,
  );
  if (isModelFailure(model)) throw new Error(model.message);
  const [world = new Map()] = worldsOfTrees(model);
  const tree = createRequestTree(model, { version: '2.2', world, files: fileView(model, reader) });
  return (request) =>
    possibleAnswers(tree.atoms, evaluateRequest(tree, concrete(request)).outcome).map(({ answer }) => answer);
}

function concrete(request: ScenarioRequest): ConcreteRequest {
  const { method, client, user, password = '', headers = {} } = request;
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
    port: PLACES.port,
    serverAddress: isV6 ? '::1' : '127.0.0.1',
    user: user !== undefined && GOOD_PASSWORDS.includes(password) ? user : null,
    scheme: user === undefined ? null : isDigest(request) ? 'digest' : 'basic',
    headers: sent,
    otherHeaders: 'absent',
    otherEnv: 'unset',
  };
}

function isDigest(request: ScenarioRequest): boolean {
  return 'auth' in request && request.auth === 'digest';
}

function answerOf(status: number): Answer {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  return status === 500 ? 'serverError' : 'pass';
}
