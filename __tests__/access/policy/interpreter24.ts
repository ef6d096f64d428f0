import type { Answer, MethodSet, RequireTree, State24 } from '../../../src/access/policy/index.ts';

/** One request that 2.4 decides, fully known. */
export interface Request24 {
  readonly address: string;
  readonly env: readonly string[];
  /** Null: no or bad credentials. */
  readonly user: string | null;
  readonly method: string;
}

type Status = 'granted' | 'denied' | 'denied-no-user' | 'neutral';

/**
 * 2.4 for one request, loop by loop as the C files have it, on the vocabulary of these tests. Written apart from the
 * engine on purpose: it shares nothing with it but the types.
 */
export function interpret24(state: State24, request: Request24): Answer {
  const hostOk = checkDirAccess(state, request);
  const isAny = lastValue(state.compat?.satisfy ?? [], request.method) === 'any';
  if (isAny && hostOk) return 'pass';
  if (!isAny && !hostOk) return 'forbidden';
  const type = state.auth.type?.toLowerCase() === 'none' ? undefined : state.auth.type?.toLowerCase();
  const early = authorizeUser(state, request, null, type);
  if (early !== 'declined') return early;
  if (type !== 'basic') return 'serverError';
  if (request.user === null) return 'unauthorized';
  const late = authorizeUser(state, request, request.user, type);
  return late === 'declined' ? 'unauthorized' : late;
}

function authorizeUser(
  state: State24,
  request: Request24,
  user: string | null,
  type: string | undefined,
): Answer | 'declined' {
  if (state.tree === null) return type === undefined ? 'pass' : 'serverError';
  const result = applySections(state, state.tree, 'and', request, user);
  if (result === 'granted') return 'pass';
  if (result === 'denied-no-user') return 'declined';
  return user === null || state.forbiddenOnFailure ? 'forbidden' : 'unauthorized';
}

function applySections(
  state: State24,
  node: RequireTree,
  parent: 'and' | 'or',
  request: Request24,
  user: string | null,
): Status {
  if (!limited(node, request.method)) return parent === 'and' ? 'granted' : 'neutral';
  let result: Status = 'neutral';
  const operator = node.type === 'all' ? 'and' : 'or';
  if (node.type === 'leaf')
    result = checkProvider(state, `${node.provider} ${node.args}`.trim(), request, user);
  else {
    for (const child of node.children) {
      const status = applySections(state, child, operator, request, user);
      if (status === 'neutral') continue;
      if (status === (operator === 'and' ? 'denied' : 'granted')) {
        result = status;
        break;
      }
      if (result === 'neutral') result = status;
      else if (status === 'denied-no-user' && result === (operator === 'and' ? 'granted' : 'denied'))
        result = status;
    }
  }
  if (node.type === 'none' || (node.type === 'leaf' && node.negated)) {
    return result === 'granted' ? 'denied' : 'neutral';
  }
  return result;
}

function limited(node: RequireTree, method: string): boolean {
  return node.type === 'leaf'
    ? inMask(node.methods, method)
    : node.children.some((child) => limited(child, method));
}

function checkProvider({ auth }: State24, line: string, request: Request24, user: string | null): Status {
  const { address, env, method } = request;
  const yes = (holds: boolean): Status => (holds ? 'granted' : 'denied');
  const ofUser = (holds: (name: string) => boolean): Status =>
    user === null ? 'denied-no-user' : yes(holds(user));
  const inGroup = (members: string[]): Status =>
    ofUser((name) => typeof auth.groupfile?.file === 'string' && members.includes(name));
  switch (line) {
    case 'all granted':
    case 'all GRANTED':
    case 'local':
      return 'granted';
    case 'all denied':
      return 'denied';
    case 'ip 127.0.0.1':
      return yes(address === '127.0.0.1');
    case 'ip 127.0.0.2/31 10':
      return yes(address === '127.0.0.2' || address === '127.0.0.3');
    case 'env bot':
      return yes(env.includes('bot'));
    case 'env vip BOT':
      return yes(env.length > 0);
    case 'valid-user':
      return ofUser(() => true);
    case 'user alice':
      return ofUser((name) => name === 'alice');
    case 'user "bob" carol':
      return ofUser((name) => name === 'bob' || name === 'carol');
    case 'group staff':
      return inGroup(['bob', 'carol']);
    case 'group "the board"':
      return inGroup(['alice']);
    case 'method GET':
      return yes(method === 'GET');
    case 'method POST PUT':
      return yes(method === 'POST' || method === 'PUT');
    case `expr "%{REMOTE_USER} == 'alice'"`:
      return user === 'alice' ? 'granted' : 'denied-no-user';
    default:
      throw new Error(`the interpreter does not know: ${line}`);
  }
}

function checkDirAccess({ compat }: State24, { address, env, method }: Request24): boolean {
  if (compat === null) return true;
  const matches = (word: string): boolean =>
    word === 'all' ||
    word === address ||
    (word === '127.0.0.2/31' && /^127\.0\.0\.[23]$/.test(address)) ||
    (word === 'env=bot' && env.includes('bot')) ||
    (word === 'env=!vip' && !env.includes('vip'));
  const find = (lines: typeof compat.host.allow): boolean =>
    lines.some((line) => inMask(line.methods, method) && line.words.some(matches));
  const allowed = find(compat.host.allow);
  const denied = find(compat.host.deny);
  const order = lastValue(compat.host.orders, method) ?? 'deny,allow';
  return order === 'deny,allow' ? allowed || !denied : allowed && !denied;
}

function lastValue<Value>(
  slots: readonly { readonly value: Value; readonly methods: MethodSet }[],
  method: string,
): Value | undefined {
  return slots.findLast((slot) => inMask(slot.methods, method))?.value;
}

function inMask(methods: MethodSet, method: string): boolean {
  return methods.names.includes(method) === (methods.type === 'only');
}
