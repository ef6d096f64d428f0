import { splitWords } from './config-words.ts';
import type { HostRecord } from './host-record.ts';
import { canonicalMethod, type MethodSet } from './method-set.ts';
import type { RequireTree } from './require-tree.ts';
import type { State22 } from './state22.ts';
import type { State24 } from './state24.ts';

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
