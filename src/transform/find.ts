import { directive22, isForHtaccess } from '../catalog/index.ts';
import type { Occurrence, Scope, ScopeKind, ServerModel } from '../model/index.ts';
import { occurrencesOf, scopesOf } from '../model/index.ts';
import { flatMap, rememberWeakly, groupBy } from '../text/index.ts';

/**
 * The directives of these names (any case) that a 2.4 server would read, .htaccess files included, in reading order for each
 * name. Lines that a guard keeps from 2.4 are left out: they are for another version, or for nobody. So are those of a .htaccess
 * file that must not stand there: 2.2 answered 500 below the file, and so does 2.4 as long as they stay.
 */
export function findDirectives(model: ServerModel, ...names: readonly string[]): readonly Occurrence[] {
  const lists = names.map((name) => linesRead(occurrencesOf(model, name)));
  return lists.length === 1 ? lists[0]! : flatMap(lists, (list) => list);
}

// Many transforms look at all lines of one name, and do nothing with most. What a model after an edit lists under a name is the list of the
// model before, if none of its lines changed.
const linesRead = rememberWeakly((lines: readonly Occurrence[]): readonly Occurrence[] => {
  const [first] = lines;
  const facts = first === undefined ? null : directive22(first.name);
  const isForFolders = facts === null || isForHtaccess(facts);
  const isRead = ({ on24, file }: Occurrence): boolean =>
    on24 !== 'no' && (isForFolders || file.role !== 'htaccess');
  return lines.every(isRead) ? lines : lines.filter(isRead);
});

/** Every scope of these kinds that a 2.4 server would read, outer before inner. */
export function findScopes(model: ServerModel, ...kinds: readonly ScopeKind[]): Scope[] {
  return scopesOf(model, ...kinds).filter(({ on24 }) => on24 !== 'no');
}

/** Things that stand for a place of a file: a file that two chains of Includes reach gives each of them twice. */
interface AtNode {
  readonly node: object | null;
}

/** The items in groups of one node each, in the order of their first. What is decided for a node must hold for all of its group. */
export function groupByNode<T extends AtNode>(items: readonly T[]): [T, ...T[]][] {
  return [...groupBy(items, ({ node }) => node).values()];
}
