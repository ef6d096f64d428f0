import { expressionHolds } from './reference-expression.ts';
import type { Config, Masked, RequireNode } from './reference-merge.ts';
import type { Line } from './reference-parse.ts';
import type { ReferenceRequest, Version } from './reference-server.ts';

/** 200: let through. */
export type Status = 200 | 401 | 403 | 500;

export interface Seen extends ReferenceRequest {
  readonly uri: string;
  readonly filename: string;
  readonly exists: (path: string) => boolean;
  /** Variables that the virtual host sets for every request. */
  readonly flags: readonly string[];
  /** Identifiers of the modules, in the order loaded. */
  readonly loaded: readonly string[];
}

export function decide(version: Version, config: Config, request: Seen): Status {
  return version === '2.2' ? decide22(config, request) : decide24(config, request);
}

function decide22(config: Config, request: Seen): Status {
  const host = hostAllows(config.host ?? [], request);
  const lines = config.require?.type === 'section' ? config.require.lines.filter(coveredIn(request)) : [];
  const isAny = config.satisfy.findLast(coveredIn(request))?.line.args[0]?.toLowerCase() === 'any';
  if (isAny ? host : host && lines.length === 0) return 200;
  if (isAny ? lines.length === 0 : !host) return 403;
  if (!config.auth.has('authtype')) return 500;
  if (request.user === null) return 401;
  return authorized22(
    lines.map(({ line }) => line.args),
    config,
    request,
  )
    ? 200
    : 401;
}

/** The auth_checker hooks: the first module that finds lines of its kind decides. */
function authorized22(
  requires: readonly (readonly string[])[],
  { auth }: Config,
  { user, loaded }: Seen,
): boolean {
  for (const module of loaded) {
    if (module === 'authz_user_module') {
      if (requires.some(([kind]) => kind === 'valid-user')) return true;
      const named = requires.filter(([kind]) => kind?.toLowerCase() === 'user');
      if (named.some(([, ...names]) => names.includes(user ?? ''))) return true;
      if (named.length > 0 && auth.get('authzuserauthoritative') !== 'Off') return false;
    }
    if (module === 'authz_groupfile_module' && auth.has('authgroupfile')) {
      const groups = requires.filter(([kind]) => kind === 'group');
      if (groups.length > 0 && isStaff(user)) return true;
      if (groups.length > 0 && auth.get('authzgroupfileauthoritative') !== 'Off') return false;
    }
  }
  return false;
}

function isStaff(user: string | null): boolean {
  return user === 'bob';
}

function hostAllows(lines: readonly Masked[], request: Seen): boolean {
  const live = lines.filter(coveredIn(request)).map(({ line }) => line);
  const order = live.findLast(({ name }) => name === 'order')?.args[0]?.toLowerCase() ?? 'deny,allow';
  const has = (name: string): boolean =>
    live.some((line) => line.name === name && line.args.slice(1).some((word) => isMet(word, request)));
  return order !== 'deny,allow' ? has('allow') && !has('deny') : has('allow') || !has('deny');
}

function isMet(word: string, { from, isBot }: Seen): boolean {
  if (word === 'all') return true;
  if (word === 'env=bot') return isBot;
  if (word === 'env=!bot') return !isBot;
  return isWithin(from, word);
}

function isWithin(address: string, net: string): boolean {
  if (net === '10.0.0.0/8') return address.startsWith('10.');
  return net === '10.9' ? address.startsWith('10.9.') : address === net;
}

function coveredIn({ method }: Seen): (masked: Masked) => boolean {
  return ({ methods }) => methods === null || methods(method);
}

type Answer = 'granted' | 'denied' | 'no-user' | 'neutral';

function decide24(config: Config, request: Seen): Status {
  if (config.host !== null || config.satisfy.length > 0) throw new Error('old lines are left in the result');
  const hasType = config.auth.has('authtype');
  if (config.require === null) return hasType ? 500 : 200;
  const early = evaluateNode(config.require, 'all', { ...request, user: null }, config);
  if (early === 'granted') return 200;
  if (early !== 'no-user') return 403;
  if (!hasType) return 500;
  if (request.user === null) return 401;
  return evaluateNode(config.require, 'all', request, config) === 'granted' ? 200 : 401;
}

type Operator = 'all' | 'any';

function evaluateNode(node: RequireNode, parent: Operator, request: Seen, config: Config): Answer {
  if (node.type === 'section') return evaluateSection(node.lines, 'any', parent, request, config);
  const { type, nodes } = node;
  if (!nodes.some((each) => speaksOf(each, request))) return outside(parent);
  return combine(
    type,
    nodes.map((each) => evaluateNode(each, type, request, config)),
  );
}

function evaluateSection(
  lines: readonly Masked[],
  operator: Operator,
  parent: Operator,
  request: Seen,
  config: Config,
): Answer {
  if (!lines.some(coveredIn(request))) return outside(parent);
  return combine(
    operator,
    lines.map((line) => evaluateLine(line, operator, request, config)),
  );
}

function evaluateLine({ line, methods }: Masked, parent: Operator, request: Seen, config: Config): Answer {
  if (!coveredIn(request)({ line, methods })) return outside(parent);
  const container = /^<require(all|any|none)$/.exec(line.name)?.[1];
  if (container === undefined) return evaluateRequire(line, request, config);
  const inner = line.children.map((child) => ({ line: child, methods }));
  const answer = evaluateSection(inner, container === 'all' ? 'all' : 'any', parent, request, config);
  return container === 'none' ? negate(answer) : answer;
}

function speaksOf(node: RequireNode, request: Seen): boolean {
  if (node.type === 'section') return node.lines.some(coveredIn(request));
  return node.nodes.some((each) => speaksOf(each, request));
}

function outside(parent: Operator): Answer {
  return parent === 'all' ? 'granted' : 'neutral';
}

function combine(operator: Operator, answers: readonly Answer[]): Answer {
  const order =
    operator === 'all'
      ? (['denied', 'no-user', 'granted'] as const)
      : (['granted', 'no-user', 'denied'] as const);
  return order.find((answer) => answers.includes(answer)) ?? 'neutral';
}

function negate(answer: Answer): Answer {
  return answer === 'granted' ? 'denied' : 'neutral';
}

function evaluateRequire({ args }: Line, request: Seen, { auth }: Config): Answer {
  const [first = '', ...rest] = args;
  if (first === 'not')
    return negate(
      evaluateRequire({ name: 'require', args: rest, children: [] }, request, { auth } as Config),
    );
  const { user } = request;
  const yes = (holds: boolean): Answer => (holds ? 'granted' : 'denied');
  const ofUser = (holds: boolean): Answer => (user === null ? 'no-user' : yes(holds));
  switch (first) {
    case 'all':
      return yes(rest[0] === 'granted');
    case 'ip':
      return yes(rest.some((net) => isWithin(request.from, net)));
    case 'env':
      return yes(rest.includes('bot') && request.isBot);
    case 'valid-user':
      return ofUser(true);
    case 'user':
      return ofUser(rest.includes(user ?? ''));
    case 'group':
      return ofUser(auth.has('authgroupfile') && isStaff(user));
    case 'expr':
      return yes(isTrue(rest[0] ?? '', request));
    default:
      throw new Error(`the reference does not know Require ${args.join(' ')}`);
  }
}

/** No request is one that the server makes of another. */
function isTrue(expression: string, { uri, filename, flags, exists }: Seen): boolean {
  const values: Readonly<Record<string, string>> = {
    REQUEST_URI: uri,
    REQUEST_FILENAME: filename,
    IS_SUBREQ: 'false',
    THE_REQUEST: `GET ${uri} HTTP/1.1`,
  };
  return expressionHolds(expression, {
    variable: (name) => values[name] ?? '',
    isSet: (flag) => flags.includes(flag),
    exists,
    isFolder: (path) => exists(path) && !/\.(?:txt|cgi|html)$/.test(path),
  });
}
