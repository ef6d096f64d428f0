import { splitWords } from './config-words.ts';
import type { HostRecord } from './host-record.ts';
import { canonicalMethod, type MethodSet } from './method-set.ts';
import type { RequireTree } from './require-tree.ts';
import type { State22 } from './state22.ts';
import type { State24 } from './state24.ts';

/** The methods that a state tells from others, in the order of its lines: these are limited to them, or ask for them. */
export function methodsAskedBy(state: State22 | State24): ReadonlySet<string> {
  const said =
    'tree' in state
      ? [...askedInTree(state.tree), ...limited(hostLines(state.compat?.host), state.compat?.satisfy)]
      : limited(hostLines(state.host), state.requires, state.satisfy);
  return said.length === 0 ? NONE : new Set(said);
}

const NONE: ReadonlySet<string> = new Set();

type Limited = readonly { readonly methods: MethodSet }[];

function hostLines(host: HostRecord | null | undefined): Limited {
  return host === null || host === undefined ? [] : [...host.orders, ...host.allow, ...host.deny];
}

function limited(...lists: readonly (Limited | null | undefined)[]): string[] {
  return lists.flatMap((lines) => lines?.flatMap(({ methods }) => methods.names) ?? []);
}

/** `Require method POST` tells POST from others as much as a Limit does. */
function askedInTree(tree: RequireTree | null): string[] {
  if (tree === null) return [];
  if (tree.type !== 'leaf') return tree.children.flatMap(askedInTree);
  const { provider, args, methods } = tree;
  const asked = provider === 'method' ? splitWords(args).map(canonicalMethod) : [];
  return [...asked, ...methods.names];
}
