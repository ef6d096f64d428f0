import type {
  MethodSet,
  State22,
  State24,
  RequireTree,
  HostLine,
  HostRecord,
  SatisfySlots,
} from '../policy/index.ts';
import {
  hasMethod,
  isAllMethods,
  OTHER_METHODS,
  splitWords,
  classifyAllowWord,
  lastFor,
} from '../policy/index.ts';
import type { Predicate } from './predicate.ts';
import { all, any, EVERYBODY, predicateWords, NOBODY, not, test } from './predicate.ts';

/** Who gets in by the rules in force, in words: one sentence, or one for each set of methods that they tell apart. */
export function ruleWords(state: State22 | State24): string[] {
  const methods = methodsIn(state);
  if (methods.length === 0) return [`${predicateWords(predicateOf(state, 'GET'))}.`];
  const byWords = new Map<string, string[]>();
  for (const method of [...methods, OTHER_METHODS]) {
    const words = predicateWords(predicateOf(state, method));
    byWords.set(words, [...(byWords.get(words) ?? []), method]);
  }
  if (byWords.size === 1) return [`${[...byWords.keys()][0]!}.`];
  return [...byWords].map(([words, of]) => `${methodNames(of)}: ${words}.`);
}

function methodNames(methods: readonly string[]): string {
  const named = methods.filter((method) => method !== OTHER_METHODS);
  if (named.length === methods.length) return named.join(', ');
  return named.length === 0 ? 'Other methods' : `${named.join(', ')} and other methods`;
}

function predicateOf(state: State22 | State24, method: string): Predicate {
  return 'tree' in state ? predicate24(state, method) : predicate22(state, method);
}

function predicate22({ host, requires, satisfy }: State22, method: string): Predicate {
  const asked = (requires ?? []).filter(({ methods }) => hasMethod(methods, method));
  const fromHost = hostPredicate(host, method);
  if (asked.length === 0) return fromHost;
  const login = any(asked.map(({ text }) => requirePredicate(text)));
  return isEitherEnough(satisfy, method) ? any([fromHost, login]) : all([fromHost, login]);
}

function requirePredicate(text: string): Predicate {
  const [provider = '', ...args] = text.trim().split(/\s+/);
  return providerPredicate(provider.toLowerCase(), args.join(' '));
}

function predicate24({ tree, compat }: State24, method: string): Predicate {
  const asked = tree === null ? null : treePredicate(tree, method);
  const fromHost = hostPredicate(compat?.host ?? null, method);
  if (asked === null) return fromHost;
  return isEitherEnough(compat?.satisfy ?? [], method) ? any([fromHost, asked]) : all([fromHost, asked]);
}

/** The methods that the rules name. */
function methodsIn(state: State22 | State24): string[] {
  const named = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isMethodSet(value)) {
      if (!isAllMethods(value)) for (const name of value.names) named.add(name);
      return;
    }
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(state);
  return [...named];
}

function isMethodSet(value: object): value is MethodSet {
  return 'names' in value && 'type' in value && (value.type === 'only' || value.type === 'except');
}

/** Nothing is in force that keeps anybody out. */
export function isOpen(state: State22 | State24): boolean {
  return methodsIn(state).length === 0 && predicateOf(state, 'GET') === EVERYBODY;
}

/** What a Require line asks for; of 2.4, or of 2.2 under the name that 2.4 has for it. */
function providerPredicate(provider: string, args: string): Predicate {
  const words = splitWords(args).filter((word) => word !== '');
  const list = words.join(', ');
  switch (provider) {
    case 'all':
      return args.toLowerCase() === 'granted' ? EVERYBODY : NOBODY;
    case 'ip':
      return fromAddresses(words);
    case 'host':
      return fromHosts(words);
    case 'forward-dns':
      return test(`clients from the address of ${list}`);
    case 'local':
      return test('clients on the server itself');
    case 'env':
      return any(
        words.map((word) => (word.startsWith('!') ? not(withVariable(word.slice(1))) : withVariable(word))),
      );
    case 'method':
      return test(`requests with the method ${words.join(' or ')}`);
    case 'expr':
      return test(`requests that meet ${args}`);
    case 'valid-user':
      return test('users who log in');
    case 'user':
      return test(`the user ${words.join(' or ')}, logged in`);
    case 'group':
      return test(`users of the group ${words.join(' or ')}, logged in`);
    case 'file-owner':
      return test("the file's owner, logged in");
    case 'file-group':
      return test("users of the file's group, logged in");
    default:
      return test(`whoever meets \`Require ${`${provider} ${args}`.trim()}\``);
  }
}

/** What a tree of Require lines asks for with a method; null if none of its lines speaks of it. */
function treePredicate(tree: RequireTree, method: string): Predicate | null {
  if (tree.type === 'leaf') {
    if (!hasMethod(tree.methods, method)) return null;
    const asked = providerPredicate(tree.provider, tree.args);
    return tree.negated ? not(asked) : asked;
  }
  const parts = tree.children.flatMap((child) => treePredicate(child, method) ?? []);
  if (parts.length === 0) return null;
  if (tree.type === 'none') return not(any(parts));
  return tree.type === 'all' ? all(parts) : any(parts);
}

/** What Order, Allow and Deny lines say for a method (`check_dir_access`, mod_authz_host.c of 2.2). */
function hostPredicate(record: HostRecord | null, method: string): Predicate {
  if (record === null) return EVERYBODY;
  const allowed = linesPredicate(record.allow, method);
  const denied = linesPredicate(record.deny, method);
  const order = lastFor(record.orders, method) ?? 'deny,allow';
  if (order !== 'deny,allow') return all([allowed, not(denied)]);
  return denied.type === 'nobody' ? EVERYBODY : any([allowed, not(denied)]);
}

function isEitherEnough(slots: SatisfySlots, method: string): boolean {
  return lastFor(slots, method) === 'any';
}

function linesPredicate(lines: readonly HostLine[], method: string): Predicate {
  const words = lines.filter(({ methods }) => hasMethod(methods, method)).flatMap((line) => line.words);
  const addresses = words.filter((word) => classifyAllowWord(word).kind === 'net');
  const others = words.map(wordPredicate);
  return any([...(addresses.length === 0 ? [] : [fromAddresses(addresses)]), ...others]);
}

function fromAddresses(addresses: readonly string[]): Predicate {
  return test(`clients from ${addresses.join(', ')}`);
}

function fromHosts(names: readonly string[]): Predicate {
  return test(`clients whose reverse DNS name is, or ends in, ${names.join(', ')}`);
}

function wordPredicate(word: string): Predicate {
  const read = classifyAllowWord(word);
  switch (read.kind) {
    case 'all':
      return EVERYBODY;
    case 'env':
      return withVariable(read.name);
    case 'env-not':
      return not(withVariable(read.name));
    case 'host':
      return fromHosts([read.name]);
    default:
      return NOBODY;
  }
}

function withVariable(name: string): Predicate {
  return test(`requests with the variable ${name} set`);
}
