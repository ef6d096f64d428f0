import type { Answer, Context22, MethodSet, State22 } from '../../../src/access/policy/index.ts';
import type { Request } from './requests.ts';

/**
 * 2.2 for one request, hook by hook as the C files have it, on the vocabulary of these tests. Written apart from the
 * engine on purpose: it shares nothing with it but the types.
 */
export function interpret22(state: State22, method: string, context: Context22, request: Request): Answer {
  const hostOk = checkDirAccess(state, method, request);
  const required = (state.requires ?? []).some((entry) => inMask(entry.methods, method));
  let satisfy = 'nospec';
  for (const slot of state.satisfy) if (inMask(slot.methods, method)) satisfy = slot.value;
  if (satisfy === 'any') {
    if (hostOk) return 'pass';
    return required ? authenticate(state, method, context, request) : 'forbidden';
  }
  if (!hostOk) return 'forbidden';
  return required ? authenticate(state, method, context, request) : 'pass';
}

export function inMask(methods: MethodSet, method: string): boolean {
  return methods.type === 'only' ? methods.names.includes(method) : !methods.names.includes(method);
}

function checkDirAccess({ host }: State22, method: string, request: Request): boolean {
  if (host === null) return true;
  let order = 'deny,allow';
  for (const slot of host.orders) if (inMask(slot.methods, method)) order = slot.value;
  const find = (lines: NonNullable<State22['host']>['allow']): boolean =>
    lines.some(
      (line) => inMask(line.methods, method) && line.words.some((word) => wordMatches(word, request)),
    );
  let ok: boolean;
  if (order === 'allow,deny') {
    ok = false;
    if (find(host.allow)) ok = true;
    if (find(host.deny)) ok = false;
  } else if (order === 'deny,allow') {
    ok = true;
    if (find(host.deny)) ok = false;
    if (find(host.allow)) ok = true;
  } else {
    ok = find(host.allow) && !find(host.deny);
  }
  return ok;
}

/** The words that the tests use; anything else matches nobody. */
export function wordMatches(word: string, { address, env }: Request): boolean {
  switch (word) {
    case 'all':
    case 'ALL':
      return true;
    case '10.0.0.0/8':
      return address.startsWith('10.');
    case '10.9':
      return address.startsWith('10.9.');
    case '192.0.2.7':
      return address === word;
    case 'env=bot':
      return env.has('bot');
    case 'env=!vip':
      return !env.has('vip');
    default:
      return false;
  }
}

type HookResult = 'ok' | 'unauthorized' | 'declined';

function authenticate(state: State22, method: string, context: Context22, request: Request): Answer {
  const type = state.auth.type?.toLowerCase();
  if (type === undefined) return 'serverError';
  if (!context.authTypes.has(type)) {
    return context.authnDefault && state.auth.authnDefault?.authoritative !== false
      ? 'unauthorized'
      : 'serverError';
  }
  if (request.user === null) return 'unauthorized';
  const notes = { fileGroup: false };
  for (const module of context.authzModules) {
    const result = HOOKS[module](state, linesFor(state, method), request, notes);
    if (result === 'ok') return 'pass';
    if (result === 'unauthorized') return 'unauthorized';
  }
  return context.authzDefault && state.auth.authzDefault?.authoritative !== false
    ? 'unauthorized'
    : 'serverError';
}

function linesFor(state: State22, method: string): string[][] {
  return (state.requires ?? [])
    .filter((entry) => inMask(entry.methods, method))
    .map((entry) => entry.text.split(/\s+/));
}

type Hook = (
  state: State22,
  lines: string[][],
  request: Request,
  notes: { fileGroup: boolean },
) => HookResult;

const HOOKS: Record<Context22['authzModules'][number], Hook> = {
  user({ auth }, lines, { user }) {
    let required = false;
    for (const [first, ...names] of lines) {
      if (first!.toLowerCase() === 'valid-user') return 'ok';
      if (first!.toLowerCase() === 'user') {
        required = true;
        if (names.includes(user!)) return 'ok';
      }
    }
    return !required || auth.user?.authoritative === false ? 'declined' : 'unauthorized';
  },
  foreign: (_, lines, request) => foreignHook(lines, request, 'unauthorized'),
  'foreign-declining': (_, lines, request) => foreignHook(lines, request, 'declined'),
  groupfile: ({ auth }, lines, request, notes) =>
    groupHook(auth.groupfile, 'group staff in groups', 'file-group in groups', lines, request, notes),
  dbm: ({ auth }, lines, request, notes) =>
    groupHook(auth.dbm, 'dbm-group staff in dbm', 'dbm-file-group in dbm', lines, request, notes),
  owner({ auth }, lines, { userTests }, notes) {
    const authoritative = auth.owner?.authoritative !== false;
    let required = 0;
    let failed = false;
    for (const [first] of lines) {
      if (failed && authoritative) break;
      if (first === 'file-owner') {
        if ((required & ~1) !== 0 && authoritative) break;
        required |= 1;
        if (userTests.has('file-owner')) return 'ok';
        failed = true;
      }
      if (first === 'file-group') {
        if ((required & ~6) !== 0 && authoritative) break;
        required |= 2 | 4;
        notes.fileGroup = true;
      }
    }
    if (required === 0 || !authoritative || required === 6) return 'declined';
    return 'unauthorized';
  },
  ldap({ auth: { ldap } }, lines, { userTests }) {
    if (ldap === null || ldap.file === null) return 'declined';
    let required = false;
    for (const [first, ...names] of lines) {
      if (first!.startsWith('ldap-')) required = true;
      if (first !== 'ldap-user' && first !== 'ldap-group') continue;
      if (userTests.has(`${first} ${names.join(' ')} in url`)) return 'ok';
    }
    return !required || !ldap.authoritative ? 'declined' : 'unauthorized';
  },
};

/** A module of a third party, which serves `nonsense` lines. */
function foreignHook(lines: string[][], { userTests }: Request, otherwise: HookResult): HookResult {
  if (!lines.some(([first]) => first === 'nonsense')) return 'declined';
  return userTests.has('nonsense') ? 'ok' : otherwise;
}

function groupHook(
  source: State22['auth']['groupfile'],
  group: string,
  fileGroup: string,
  lines: string[][],
  { userTests }: Request,
  notes: { readonly fileGroup: boolean },
): HookResult {
  if (source === null || source.file === null) return 'declined';
  let required = false;
  for (const [first, ...names] of lines) {
    const word = first!.toLowerCase();
    if (word === 'file-group') {
      if (!notes.fileGroup) continue;
      required = true;
      if (userTests.has(fileGroup)) return 'ok';
      if (source.authoritative) break;
    } else if (word === 'group') {
      required = true;
      if (names.includes('staff') && userTests.has(group)) return 'ok';
    }
  }
  return !required || !source.authoritative ? 'declined' : 'unauthorized';
}
