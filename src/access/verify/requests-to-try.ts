import type { Scope, ServerModel, TreeReader } from '../../model/index.ts';
import type { Flow } from '../chains/index.ts';
import { answeredFlows } from '../chains/index.ts';
import { unsearched, unsureRules } from '../request/assumptions.ts';
import type { ConcreteRequest } from '../request/concrete-request.ts';
import { plainRequest } from '../request/concrete-request.ts';
import { evaluateRequest } from '../request/evaluate-request.ts';
import { clientStatus, errorRedirects } from '../request/error-documents.ts';
import { expectedStatus } from '../request/expected-status.ts';
import { fileView } from '../request/file-view.ts';
import { worldsOfTrees } from '../request/ask-tree.ts';
import { ANSWERS } from '../request/possible-answers.ts';
import type { RequestTree } from '../request/request-tree.ts';
import { createRequestTree } from '../request/request-tree.ts';
import { indexIn } from '../questions/search-22.ts';
import { parseHostAddress } from '../hosts/host-names.ts';
import { analysisOf } from '../sections/analysis.ts';
import type { Version, World } from '../sections/worlds.ts';
import { limitedWork, orTooMuch } from '../work.ts';
import { candidatePaths, sampleNames } from './candidate-paths.ts';
import { hostName } from './match-hosts.ts';

/** A request whose answer tells whether a server still lets in whom it let in. */
export interface RequestToTry {
  readonly request: ConcreteRequest;
  /** Whether the virtual host speaks TLS. */
  readonly isSecure: boolean;
  /**
   * The status to be expected; null where what answers is not told by what was read: a script, a .htaccess file in a folder that is not here,
   * a rewrite rule that depends on more than the request.
   */
  readonly status: number | null;
}

export interface RequestsOptions {
  readonly version: Version;
  /** IP address that all of them come from. */
  readonly client: string;
  /** More are not given for one server or virtual host; at least 1. */
  readonly mostPerHost: number;
  /** Told where a server has too many kinds of requests to go through: of it, and of those after it, only the addresses that lines name are given. */
  readonly onTooMany?: () => void;
}

/**
 * One request for each kind of request that the sections of the tree tell apart: a GET without credentials, its path made of
 * the places and patterns of the sections. In the order of the hosts, then of the places.
 */
export function* requestsToTry(
  model: ServerModel,
  reader: TreeReader,
  { version, client, mostPerHost, onTooMany }: RequestsOptions,
): Generator<RequestToTry> {
  const [world] = worldsOfTrees(model);
  if (world === undefined) throw new Error('internal error: no world');
  const tree = createRequestTree(model, { version, world, files: fileView(model, reader) });
  const given = new Map<Scope, Set<string>>();
  const give = (server: Scope, pathsOf: () => readonly string[]): RequestToTry[] => {
    const known = given.get(server) ?? new Set<string>();
    given.set(server, known);
    if (known.size >= mostPerHost) return [];
    const path = pathsOf().find((each) => !known.has(each) && PLAIN.test(each));
    if (path === undefined) return [];
    known.add(path);
    return tryRequest(tree, server, path, client);
  };
  const named = new Set<string>();
  const isNew = ({ seq }: Scope, name: string): boolean => {
    const before = named.size;
    return named.add(`${seq} ${name}`).size > before;
  };
  for (const flows of flowsByServer(model, world, onTooMany)) {
    for (const flow of flows) {
      if (!flow.isFinal) continue;
      const { server } = flow.about;
      yield* give(server, () => candidatePaths(flow));
      for (const name of sampleNames(flow)) {
        // One of each for a server: most sections for files are met in all of its folders.
        if (isNew(server, name))
          yield* give(server, () => candidatePaths(flow).filter((path) => path.endsWith(`/${name}`)));
      }
    }
  }
  for (const server of [model.main, ...model.virtualHosts]) {
    for (const address of mappedAddresses(server)) yield* give(server, () => [address]);
  }
}

/** What a server may be asked, as far as that is not too much for one of them. */
function* flowsByServer(
  model: ServerModel,
  world: World,
  onTooMany: RequestsOptions['onTooMany'],
): Generator<readonly Flow[]> {
  let work = limitedWork();
  const { sections } = analysisOf(model);
  const servers = answeredFlows(
    model,
    indexIn(world, sections, { spend: (units) => work.spend(units) }),
    world,
  );
  for (;;) {
    work = limitedWork();
    const next = orTooMuch(() => servers.next(), null);
    if (next === null) onTooMany?.();
    if (next === null || next.done === true) return;
    yield next.value;
  }
}

/** Of what a client can send as it stands. */
const PLAIN = /^[\x21-\x7e]+$/;

const MAPPING = /^(?:redirect(?:temp|permanent)?|alias|scriptalias|proxypass)$/;

/** Where lines lead elsewhere than to the DocumentRoot, as they are written. */
function mappedAddresses({ items }: Scope): string[] {
  return items.flatMap((item) => {
    if (item.type !== 'occurrence' || !MAPPING.test(item.name)) return [];
    const address = item.args.find((arg) => arg.startsWith('/'));
    return address === undefined ? [] : [address];
  });
}

/** None where another server answers, or where the answer depends on what is not known. */
function tryRequest(tree: RequestTree, server: Scope, path: string, client: string): RequestToTry[] {
  const isHost = server.kind === 'virtualhost';
  const { address, port } = parseHostAddress(server.args[0] ?? '*');
  const request: ConcreteRequest = {
    ...plainRequest(path),
    host: isHost ? hostName(server) : null,
    port: isHost && port !== 0 ? port : firstPort(tree.model),
    serverAddress: isHost && address !== '*' ? address : null,
    client,
    otherEnv: 'unset',
    otherHeaders: 'absent',
  };
  const evaluation = evaluateRequest(tree, request);
  const [only, more] = ANSWERS.filter((answer) => tree.atoms.witness(evaluation.outcome[answer]) !== null);
  if (evaluation.server !== server || only === undefined || more !== undefined) return [];
  const asked = { request, isSecure: isSecure(server) };
  const isOpen = unsearched(tree, evaluation.rounds).length + unsureRules(evaluation.rounds).length > 0;
  if (isOpen) return [{ ...asked, status: null }];
  const served = expectedStatus(tree, evaluation, request);
  const status = clientStatus(only, { served, redirects: errorRedirects(tree, evaluation, request) });
  return [{ ...asked, status }];
}

function firstPort({ main }: ServerModel): number | null {
  const line = main.items.find((item) => item.type === 'occurrence' && item.name === 'listen');
  const [word = ''] = line?.type === 'occurrence' ? line.args : [];
  const port = Number(/(?:^|:)(\d+)$/.exec(word)?.[1]);
  return Number.isInteger(port) && port > 0 ? port : null;
}

function isSecure({ items }: Scope): boolean {
  return items.some(
    (item) => item.type === 'occurrence' && item.name === 'sslengine' && item.args[0]?.toLowerCase() === 'on',
  );
}
