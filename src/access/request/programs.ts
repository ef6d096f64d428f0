// Programs that the server asks, and that may answer what they like: which users they log in, and whom they let in, is not told by any file.
import type { Occurrence } from '../../model/index.ts';
import type { Outcome } from '../policy/index.ts';
import { anyOutcome } from './any-outcome.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import type { Recorder } from './recorder.ts';
import { PROGRAM_LINES } from '../routes/program-lines.ts';
import type { RequestTree } from './request-tree.ts';

/** What is decided, with any answer where a program may give another. */
export function withPrograms(
  tree: RequestTree,
  recorder: Recorder,
  request: ConcreteRequest,
  decided: Outcome,
): Outcome {
  const line = recorder.lines(...PROGRAM_LINES).at(-1);
  return line === undefined
    ? withLogin(tree, recorder, request, decided)
    : anyOutcome(tree.atoms, decisionOf(line));
}

/** Where users may be logged in by what is not told here, any answer is possible to a request that asks for one. */
function withLogin(
  { atoms }: RequestTree,
  recorder: Recorder,
  request: ConcreteRequest,
  decided: Outcome,
): Outcome {
  const decider = unseenLogin(recorder, request);
  const { unauthorized, serverError } = decided;
  const asksUser = request.user !== null || !atoms.bdd.isFalse(atoms.bdd.or(unauthorized, serverError));
  return decider !== null && asksUser ? anyOutcome(atoms, decider) : decided;
}

/** A FastCGI program logs in whom it likes (mod_authnz_fcgi), a session whom it knows (mod_auth_form). */
function unseenLogin({ lines, login }: Recorder, { headers }: ConcreteRequest): string | null {
  const line = lines('authnzfcgicheckauthnprovider').at(-1);
  if (line !== undefined && !/^none$/i.test(line.args[0] ?? '')) return decisionOf(line);
  const [session = 'off'] = lines('session').at(-1)?.args ?? [];
  const hasSession = session.toLowerCase() === 'on' && (headers.get('cookie') ?? '') !== '';
  return login.type?.toLowerCase() === 'form' && hasSession
    ? 'a login in the session of the Cookie header'
    : null;
}

function decisionOf({ node }: Occurrence): string {
  return `a decision of the program of ${node.name.value}`;
}
