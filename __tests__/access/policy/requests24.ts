import type { Formula, RequestAtoms } from '../../../src/access/policy/index.ts';
import type { Request24 } from './interpreter24.ts';
import { requestFormula } from './requests.ts';

const EXPRESSION = "expr %{REMOTE_USER} == 'alice'";
const STAFF = 'group staff in GROUPS';
const BOARD = 'group the board in GROUPS';
/** 127.0.0.0/8 is local anyway. */
const OPAQUE = [`${EXPRESSION} (no user yet)`, "local (the server's own address)"];

/** Requests that tell the vocabulary of 2.4's tests apart. */
export const REQUESTS_24: readonly Request24[] = ['GET', 'POST', 'PUT'].flatMap((method) =>
  ['127.0.0.1', '127.0.0.2'].flatMap((address) =>
    [[], ['bot'], ['vip']].flatMap((env) =>
      [null, 'alice', 'bob'].map((user) => ({ method, address, env, user })),
    ),
  ),
);

export function formulaFor24(atoms: RequestAtoms, { address, env, user }: Request24): Formula {
  const userTests = user === 'alice' ? [EXPRESSION, BOARD] : user === 'bob' ? [STAFF] : [];
  const request = { address, env: new Set(env), user, userTests: new Set(userTests) };
  return requestFormula(atoms, request, [EXPRESSION, STAFF, BOARD], OPAQUE);
}
