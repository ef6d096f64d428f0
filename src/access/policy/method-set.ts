import { splitWords } from './config-words.ts';
import type { HostRecord } from './host-record.ts';
import type { RequireTree } from './require-tree.ts';
import type { State22 } from './state22.ts';
import type { State24 } from './state24.ts';

/**
 * Methods that a `<Limit>` (`only`) or `<LimitExcept>` (`except`) speaks of. Names are case-sensitive, sorted, each once;
 * HEAD is written GET (`lookup_builtin_method`, modules/http/http_protocol.c: both are M_GET).
 */
export interface MethodSet {
  readonly type: 'only' | 'except';
  readonly names: readonly string[];
}

export const ALL_METHODS: MethodSet = { type: 'except', names: [] };

/** A method that no section names: what the "others" of a policy are asked with. No server knows it. */
export const OTHER_METHODS = '*';

/** The set that `<Limit NAMES>` (`only`) or `<LimitExcept NAMES>` (`except`) stands for. */
export function methodSet(type: MethodSet['type'], names: readonly string[]): MethodSet {
  return { type, names: [...new Set(names.map(canonicalMethod))].toSorted() };
}

/** The name a method is compared by. */
export function canonicalMethod(name: string): string {
  return name === 'HEAD' ? 'GET' : name;
}

export function hasMethod(set: MethodSet, method: string): boolean {
  return set.names.includes(canonicalMethod(method)) === (set.type === 'only');
}

export function isAllMethods(set: MethodSet): boolean {
  return set.type === 'except' && set.names.length === 0;
}

/** What nested `<Limit>` sections leave (2.4; 2.2 does not nest them). */
export function intersectMethods(a: MethodSet, b: MethodSet): MethodSet {
  if (a.type === 'except' && b.type === 'except') return methodSet('except', [...a.names, ...b.names]);
  const [only, other] = a.type === 'only' ? [a, b] : [b, a];
  return methodSet(
    'only',
    only.names.filter((name) => hasMethod(other, name)),
  );
}

export function equalMethods(a: MethodSet, b: MethodSet): boolean {
  return a.type === b.type && a.names.length === b.names.length && a.names.every((n, i) => n === b.names[i]);
}

/** The names in the sets of these lines; sorted, each once. Most lines name none. */
export function methodsNamed(
  ...lists: readonly (readonly { readonly methods: MethodSet }[] | null | undefined)[]
): readonly string[] {
  let found: Set<string> | null = null;
  const add = ({ methods: { names } }: { readonly methods: MethodSet }): void => {
    if (names.length > 0) for (const name of names) (found ??= new Set()).add(name);
  };
  for (let i = 0; i < lists.length; i++) lists[i]?.forEach(add);
  return found === null ? NO_NAMES : [...found].toSorted();
}

const NO_NAMES: readonly string[] = [];

/** The methods that a state tells from others, in the order of its lines: these are limited to them, or ask for them. */
export function methodsAskedBy(state: State22 | State24): ReadonlySet<string> {
  const found: string[] = [];
  if ('tree' in state) {
    addAsked(state.tree, found);
    addOfHost(state.compat?.host, found);
    addLimited(state.compat?.satisfy, found);
  } else {
    addOfHost(state.host, found);
    addLimited(state.requires, found);
    addLimited(state.satisfy, found);
  }
  return found.length === 0 ? NONE : new Set(found);
}

/** Of most states. */
const NONE: ReadonlySet<string> = new Set();

function addOfHost(host: HostRecord | null | undefined, found: string[]): void {
  addLimited(host?.orders, found);
  addLimited(host?.allow, found);
  addLimited(host?.deny, found);
}

function addLimited(
  lines: readonly { readonly methods: MethodSet }[] | null | undefined,
  found: string[],
): void {
  lines?.forEach(({ methods: { names } }) => {
    if (names.length > 0) found.push(...names);
  });
}

/** `Require method POST` tells POST from others as much as a Limit does. */
function addAsked(tree: RequireTree | null, found: string[]): void {
  if (tree === null) return;
  if (tree.type !== 'leaf') {
    for (const child of tree.children) addAsked(child, found);
    return;
  }
  const { provider, args, methods } = tree;
  if (provider === 'method') found.push(...splitWords(args).map(canonicalMethod));
  found.push(...methods.names);
}
