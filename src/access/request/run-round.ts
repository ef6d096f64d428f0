import type { Answer, RequestAtoms } from '../policy/index.ts';
import { constantOutcome } from '../policy/index.ts';
import type { Scope } from '../../model/index.ts';
import type { Version } from '../sections/worlds.ts';
import { withoutFirstSlashes } from './clean-address.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import { supposedIn } from './concrete-request.ts';
import type { Credentials } from './credentials.ts';
import { credentialsIn, loginFailure, loginPage } from './credentials.ts';
import type { Environment } from './environment.ts';
import { setEach, SETENVIF_DIRECTIVES, setVariables } from './environment.ts';
import { knownAtoms } from './known-atoms.ts';
import type { Led } from '../addresses/index.ts';
import { leadAddress, notRewritten, readRedirection } from '../addresses/index.ts';
import { pathOfOwn } from './own-url.ts';
import { anyOutcome } from './any-outcome.ts';
import { unknownWords } from './open-tests.ts';
import { groupFailures } from './login-sources.ts';
import { withPrograms } from './programs.ts';
import { createRecorder } from './recorder.ts';
import type { Recorder } from './recorder.ts';
import { attributeOf, factsFor, rewriteVariable } from './request-facts.ts';
import { redirectionReason, REDIRECTS, statusForAll } from './redirect-in-folder.ts';
import { isSatisfiedElsewise, refusedMethod, refusedWithoutTls } from './refused-method.ts';
import { serverName, serverPort } from './server-identity.ts';
import { isAtTop } from './server-lines.ts';
import { traceAnswer } from './trace-answer.ts';
import type { RequestTree, ServerFacts } from './request-tree.ts';
import type { EarlyAnswer, Round } from './round.ts';
import { isOfWindows } from '../folders/paths.ts';
import type { Barred, FoundFile } from './walk-folders.ts';
import { withTrueNames } from './true-names.ts';
import { walkFolders } from './walk-folders.ts';
import { mergedSlashes, walkLocations, walkProxies } from './walk-addresses.ts';
import { walkConditions } from './walk-conditions.ts';

/** What a round starts from. */
export interface RoundStart {
  readonly why: Round['why'];
  /** Cleaned. */
  readonly address: string;
  readonly request: ConcreteRequest;
  readonly server: ServerFacts;
  /** Variables that are set already. */
  readonly env: Environment;
  /** The round that asks for this one as its index file. */
  readonly asker: Round | null;
  /** A rule with [END] led here. */
  readonly isFinal?: boolean;
  /** What is asked for is a file, and not an address (`ap_sub_req_lookup_dirent`, server/request.c): nothing leads elsewhere. */
  readonly path?: string;
}

/** `ap_process_request_internal` (server/request.c) up to and with the access checks. */
export function runRound(tree: RequestTree, start: RoundStart): Round {
  const { why, address, server, env } = start;
  const isSubrequest = why === 'index' || why === 'variant';
  const early = isSubrequest ? env : setByServer(start, tree.version);
  const [mapped, openBefore] =
    start.path === undefined ? led(tree, start, early) : ([atFile(start.path, address), []] as const);
  const { query, handler, type } = mapped.rewritten;
  const request = query === null ? start.request : { ...start.request, query };
  const recorder = createRecorder(tree, server, start.request);
  if (handler !== null) recorder.forceHandler(handler);
  if (type !== null) recorder.forceType(type);
  const withRules = setEach(early, mapped.rewritten.env);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const base = {
    why,
    address: mapped.address,
    query: request.query,
    isFinal: start.isFinal === true || mapped.rewritten.isFinal,
    server: server.server,
    mapped,
    recorder,
    method,
  };
  const stopped = (
    answer: EarlyAnswer,
    file: FoundFile | null,
    openConditions: readonly Scope[] = [],
  ): Round => {
    const outcome = constantOutcome(tree.atoms, answerOf(answer.status));
    const noLogin = { credentialsNote: null, loginPage: null, loginFailure: null };
    const known = { env: withRules, early: answer, ...noLogin, atoms: null };
    return { ...base, ...known, openConditions, file, steps: recorder.steps, outcome };
  };

  const answered = earlyAnswer(request, mapped, server);
  if (answered !== null) return stopped(answered, null, openBefore);
  const file = walkTarget(mapped, tree, start, recorder);
  if (file !== null && file.barred !== null)
    return stopped({ status: 403, why: barredWords(file, file.barred) }, file, recorder.doubted);
  walkLocations(locationAddress(mapped.address, address, server), server, recorder);
  const { target } = mapped;
  const filename = target.type === 'proxy' ? `proxy:${target.url}` : (file?.path ?? null);
  const pathInfo = target.type === 'proxy' ? '' : (file?.pathInfo ?? null);
  const at = { address: mapped.address, filename, pathInfo, isSubrequest };
  const openConditions = [
    ...recorder.doubted,
    ...walkConditions(
      tree,
      server.server,
      recorder,
      request,
      factsFor({ request, credentials: NO_CREDENTIALS, env: withRules, tree, server, ...at }),
    ),
  ];
  const refused = refusedMethod(tree, recorder, method) ?? refusedWithoutTls(tree, recorder, server);
  if (refused !== null && !isSatisfiedElsewise(tree, recorder, method))
    return stopped(refused, file, openConditions);
  // header_parser runs for the main request only.
  const full = isSubrequest
    ? withRules
    : setBySections(withRules, recorder, request, mapped.address, server, tree.version);
  const { atoms, credentials } = whatIsKnown(tree, request, recorder, full, { ...at, server });
  // Above a file that was given alone something may say the rest.
  const failure = tree.model.kind === 'server' ? loginFailure(recorder, request.user, tree) : null;
  const { by } = mapped;
  const outcome =
    target.type === 'unknown' && by !== null
      ? anyOutcome(tree.atoms, unknownWords(by))
      : withPrograms(
          tree,
          recorder,
          request,
          recorder.walk.decide(atoms, method, {
            ...groupFailures(tree, recorder, request),
            login: failure,
            refusesHost: refused !== null,
          }),
        );
  const login = {
    credentialsNote: credentials.note,
    loginPage: credentials.user === null ? loginPage(recorder) : null,
    loginFailure: failure,
  };
  const known = { env: full, early: null, ...login, atoms };
  return { ...base, ...known, openConditions, file, steps: recorder.steps, outcome };
}

/** @returns where it leads, and the `<If>` sections of which it is not known whether they hold so early */
function led(
  tree: RequestTree,
  { why, address, request, server, isFinal }: RoundStart,
  env: Environment,
): [mapped: Led, open: readonly Scope[]] {
  const before = createRecorder(tree, server, request);
  walkLocations(address, server, before);
  const nothing = { address, server, filename: '', pathInfo: '', isSubrequest: why === 'index' };
  const facts = factsFor({ request, credentials: NO_CREDENTIALS, env, tree, ...nothing });
  const open = [...before.doubted, ...walkConditions(tree, server.server, before, request, facts)];
  const variable = rewriteVariable(request, address, env, server, why === 'index');
  const mapped = leadAddress(server.map, address, {
    ...tree.files,
    isRewritten: isFinal !== true && isRewritten(before, server),
    pathOfOwn: pathOfOwn(server),
    variable,
    host: {
      name: serverName(request, server),
      address: request.serverAddress,
      port: serverPort(request, server),
    },
    folder: null,
    isSubrequest: why === 'index',
    isSince: tree.isSince,
    isMet: supposedIn(request),
  });
  return [redirectedBefore(mapped, tree, before, variable), open];
}

/**
 * In 2.4 a Redirect without a path, of the innermost Location or of the last condition that has one, comes before those of the server
 * (`translate_alias_redir`, mod_alias.c).
 */
function redirectedBefore(
  mapped: Led,
  tree: RequestTree,
  before: Recorder,
  variable: (name: string) => string | null,
): Led {
  const { target, rewritten } = mapped;
  const isAsked = target.type === 'file' || target.type === 'answered';
  if (tree.version === '2.2' || !isAsked || (rewritten.by !== null && !rewritten.passesThrough))
    return mapped;
  const redirection = before
    .lines(...REDIRECTS)
    .filter((line) => !isAtTop(line))
    .map(readRedirection)
    .findLast(({ isForAll }) => isForAll);
  if (redirection === undefined) return mapped;
  const status = statusForAll(redirection, variable);
  const answered: Led['target'] = status === null ? { type: 'unknown' } : { type: 'answered', status };
  return { ...mapped, target: answered, by: redirection.line };
}

/** Sections for addresses may switch the rules of the server on and off (`hook_uri2file`, mod_rewrite.c). */
function isRewritten({ lines }: Recorder, { map }: ServerFacts): boolean {
  if (map.lines.rewriting.rules.length === 0) return false;
  const [engine = 'off'] = lines('rewriteengine').at(-1)?.args ?? [];
  return engine.toLowerCase() === 'on';
}

function atFile(path: string, address: string): Led {
  return { target: { type: 'file', path }, address, by: null, rewritten: notRewritten(address) };
}

/**
 * The sections for addresses are walked before the rules of the server, and after them anew if the address is another, doubled slashes taken
 * for one (`ap_location_walk`, server/request.c).
 */
function locationAddress(made: string, asked: string, { mergesSlashes }: ServerFacts): string {
  return !mergesSlashes && mergedSlashes(made) === mergedSlashes(asked) ? asked : made;
}

/** Conditions are asked before a user is looked for. */
const NO_CREDENTIALS: Credentials = { user: null, note: null, isSent: false };

function barredWords({ kind }: FoundFile, { path: link, why }: Barred): string {
  if (why === 'closed')
    return `the server's user may not open ${link}: give it the right to, with chmod or chown`;
  if (why === 'odd') return `${link} is a folder, where the server reads a file: it answers 403 to all below`;
  if (why === 'long') return 'a name in the address has more than 255 bytes, which no file has';
  if (why === 'owner')
    return `the link ${link} does not belong to the owner of what it leads to: SymLinksIfOwnerMatch`;
  return kind === 'nothing'
    ? `the link ${link} leads to nothing that is there`
    : `Options do not let the link ${link} be followed`;
}

function setByServer(
  { why, address, request, server: { lines }, env }: RoundStart,
  version: Version,
): Environment {
  const all = [...lines.inherited(...SETENVIF_DIRECTIVES), ...lines.own(...SETENVIF_DIRECTIVES)];
  // post_read_request comes before the address is cleaned.
  return setVariables(
    env,
    all.filter(isAtTop),
    attributeOf(request, why === 'request' ? withoutFirstSlashes(request.path) : address, lines),
    version,
  );
}

function setBySections(
  env: Environment,
  recorder: Recorder,
  request: ConcreteRequest,
  address: string,
  server: ServerFacts,
  version: Version,
): Environment {
  const lines = recorder.lines(...SETENVIF_DIRECTIVES).filter((line) => !isAtTop(line));
  return setVariables(env, lines, attributeOf(request, address, server.lines), version);
}

function earlyAnswer(
  request: ConcreteRequest,
  { target, by }: Led,
  { lines }: ServerFacts,
): EarlyAnswer | null {
  if (target.type === 'answered') {
    const { status } = target;
    return { status, why: by === null ? 'a rule answers it' : redirectionReason(by, status) };
  }
  return request.method === 'TRACE' && target.type !== 'proxy' ? traceAnswer(request, lines) : null;
}

export function answerOf(status: number): Answer {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  return status >= 500 ? 'serverError' : 'pass';
}

function walkTarget(
  { target }: Led,
  tree: RequestTree,
  { server: { lists, map, accessFileNames }, asker }: RoundStart,
  recorder: Recorder,
): FoundFile | null {
  if (target.type === 'proxy') {
    walkProxies(target.url, lists, recorder);
    return null;
  }
  // An address that can't be followed is taken for one below DocumentRoot.
  const asked = target.type === 'file' ? target.path : `${map.lines.root}/`;
  const path = isOfWindows(tree.model) ? withTrueNames(asked, lists, tree.files.nameOf) : asked;
  return walkFolders(path, tree, lists, recorder, asker, accessFileNames);
}

function whatIsKnown(
  tree: RequestTree,
  request: ConcreteRequest,
  recorder: Recorder,
  env: Environment,
  at: Pick<Parameters<typeof factsFor>[0], 'address' | 'server' | 'filename' | 'pathInfo' | 'isSubrequest'>,
): { readonly atoms: RequestAtoms; readonly credentials: Credentials } {
  const credentials = credentialsIn(request, tree, recorder);
  const facts = factsFor({ request, credentials, env, tree, ...at });
  return { atoms: knownAtoms(tree.atoms, facts), credentials };
}
