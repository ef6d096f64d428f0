import { flatMap } from '../../text/index.ts';
import { isAllMethods, type MethodSet } from './method-set.ts';
import { asWritten } from './put-in-word.ts';
import type { RequireLeaf, RequireTree } from './require-tree.ts';

const CONTAINERS = { all: 'RequireAll', any: 'RequireAny', none: 'RequireNone' } as const;

/**
 * The lines of a section's access rules; a tab at the start is one level. Each tree stands in the `<Limit>` or
 * `<LimitExcept>` of its methods; one for all methods needs none. (The methods of a tree's own lines are not written.)
 */
export function printTrees(
  trees: readonly { readonly methods: MethodSet; readonly tree: RequireTree }[],
): string[] {
  return flatMap(trees, ({ methods, tree }) => {
    const lines = printRoot(tree);
    return isAllMethods(methods) ? lines : wrap(limitName(methods), methods.names.join(' '), lines);
  });
}

function limitName({ type }: MethodSet): string {
  return type === 'only' ? 'Limit' : 'LimitExcept';
}

/** A section is a `<RequireAny>` by itself. */
function printRoot(tree: RequireTree): string[] {
  return tree.type === 'any' ? flatMap(tree.children, printNode) : printNode(tree);
}

function printNode(tree: RequireTree): string[] {
  if (tree.type === 'leaf') return [printLeaf(tree)];
  return wrap(CONTAINERS[tree.type], '', flatMap(tree.children, printNode));
}

function printLeaf({ provider, args, negated }: RequireLeaf): string {
  const said = negated ? `Require not ${provider}` : `Require ${provider}`;
  return args === '' ? said : `${said} ${asWritten(args)}`;
}

function wrap(name: string, args: string, lines: readonly string[]): string[] {
  return [`<${name}${args === '' ? '' : ` ${args}`}>`, ...lines.map((line) => `\t${line}`), `</${name}>`];
}
