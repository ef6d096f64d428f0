import { constantOutcome } from '../policy/outcome.ts';
import type { Answer, Outcome } from '../policy/index.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import { credentialsIn } from './credentials.ts';
import type { Environment } from './environment.ts';
import { setEach, SETENVIF_DIRECTIVES, setVariables } from './environment.ts';
import { knownAtoms } from './known-atoms.ts';
import type { Mapped } from './map-address.ts';
import { createRecorder } from './recorder.ts';
import type { Recorder } from './recorder.ts';
import { attributeOf, factsFor, rewriteVariable } from './request-facts.ts';
import type { RequestTree, ServerFacts } from './request-tree.ts';
import type { EarlyAnswer, Round } from './round.ts';
import type { FoundFile } from './walk-folders.ts';
import { walkFolders } from './walk-folders.ts';
import { walkLocations, walkProxies } from './walk-addresses.ts';

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
}

/** `ap_process_request_internal` (server/request.c) up to and with the access checks. */
export function runRound(tree: RequestTree, start: RoundStart): Round {
  const { why, address, request, server, env } = start;
  const isSubrequest = why === 'index';
  const { lines, mapper, lists } = server;
  const early = isSubrequest
    ? env
    : setVariables(
        env,
        [...lines.inherited(...SETENVIF_DIRECTIVES), ...lines.own(...SETENVIF_DIRECTIVES)],
        attributeOf(request, why === 'request' ? request.path : address),
      );
  const mapped = mapper.map(address, {
    variable: rewriteVariable(request, address, early, server),
    kindOf: tree.files.kindOf,
    folder: null,
    isSubrequest,
  });
  const recorder = createRecorder(tree, server);
  const withRules = setEach(early, mapped.rewritten?.env ?? []);
  const base = { why, address: mapped.address, server: server.server, mapped, recorder };
  const answered = earlyAnswer(request, mapped);
  if (answered !== null) {
    const outcome = constantOutcome(tree.atoms, answerOf(answered.status));
    const file = null;
    return { ...base, file, steps: [], env: withRules, outcome, early: answered, credentialsNote: null };
  }
  const file = walkTarget(mapped, tree, start, recorder);
  if (file !== null && file.forbiddenLink !== null) {
    const why403 = `${file.forbiddenLink} is a symbolic link, and Options do not let it be followed`;
    const refused = { status: 403, why: why403 };
    const outcome = constantOutcome(tree.atoms, 'forbidden');
    return {
      ...base,
      file,
      steps: recorder.steps,
      env: withRules,
      outcome,
      early: refused,
      credentialsNote: null,
    };
  }
  walkLocations(mapped.address, lists, recorder);
  // header_parser runs for the main request only.
  const inSections = recorder.lines(...SETENVIF_DIRECTIVES).filter(({ scope }) => isSection(scope.kind));
  const full = isSubrequest
    ? withRules
    : setVariables(withRules, inSections, attributeOf(request, mapped.address));
  const { outcome, note } = decide(tree, request, recorder, full, { address: mapped.address, file });
  return { ...base, file, steps: recorder.steps, env: full, outcome, early: null, credentialsNote: note };
}

function isSection(kind: string): boolean {
  return kind !== 'server' && kind !== 'virtualhost';
}

/** TRACE is answered in map_to_storage (http_core.c), before access is checked. */
function earlyAnswer({ method }: ConcreteRequest, { target, by }: Mapped): EarlyAnswer | null {
  if (target.type === 'answered') {
    const what = target.status >= 300 && target.status < 400 ? 'redirects it' : 'answers it';
    return { status: target.status, why: `${by?.node.name.value ?? 'a rule'} ${what}` };
  }
  return method === 'TRACE' ? { status: 200, why: 'TRACE is answered before access is checked' } : null;
}

export function answerOf(status: number): Answer {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  return status >= 500 ? 'serverError' : 'pass';
}

function walkTarget(
  { target }: Mapped,
  tree: RequestTree,
  { server: { lists, mapper }, asker }: RoundStart,
  recorder: Recorder,
): FoundFile | null {
  if (target.type === 'proxy') {
    walkProxies(target.url, lists, recorder);
    return null;
  }
  // An address that can't be followed is taken for one below DocumentRoot.
  const path = target.type === 'file' ? target.path : `${mapper.documentRoot}/`;
  return walkFolders(path, tree, lists, recorder, asker);
}

function decide(
  tree: RequestTree,
  request: ConcreteRequest,
  recorder: Recorder,
  env: Environment,
  at: { readonly address: string; readonly file: FoundFile | null },
): { readonly outcome: Outcome; readonly note: string | null } {
  const credentials = credentialsIn(request, tree, recorder);
  const facts = factsFor({ request, user: credentials.user, env, tree, ...at });
  const atoms = knownAtoms(tree.atoms, facts);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  return { outcome: recorder.walk.decide(atoms, method), note: credentials.note };
}
