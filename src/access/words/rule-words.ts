import type { MethodSet, State22, State24 } from '../policy/index.ts';
import { hasMethod, isAllMethods, OTHER_METHODS } from '../policy/index.ts';
import { hostPredicate, isEitherEnough } from './host-predicate.ts';
import { providerPredicate, treePredicate } from './login-predicate.ts';
import type { Predicate } from './predicate.ts';
import { all, any, EVERYBODY, predicateWords } from './predicate.ts';

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
