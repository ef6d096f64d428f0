import type { Scope } from '../../model/index.ts';
import type { Target } from '../addresses/index.ts';
import {
  encodePath,
  folderComponents,
  isAtOrBelow,
  joinComponents,
  pathComponents,
} from '../folders/paths.ts';
import type { RequestTree } from '../request/request-tree.ts';
import { mappedAddresses, targetAt } from './address-folders.ts';
import type { FolderMap, FolderPair } from './folder-map.ts';
import { folderMap } from './folder-map.ts';
import type { TreeNote } from './tree-note.ts';

/** Two trees whose hosts are matched, each ready to be asked. */
export interface MatchedTrees {
  readonly before: RequestTree;
  readonly after: RequestTree;
  /** Pairs of servers: before, after. */
  readonly servers: readonly (readonly [Scope, Scope])[];
}

/** How the folders of the second tree are to be read, and what there is to say about that. */
export interface FolderComparison {
  readonly map: FolderMap;
  readonly notes: readonly TreeNote[];
}

/** Follows every mapped address of every server in both trees: where they lead to other folders, the rules are compared across. */
export function compareFolders(trees: MatchedTrees): FolderComparison {
  const pairs = new Map<string, FolderPair>();
  const shared = new Map<string, SharedFolder>();
  const targets: TreeNote[] = [];
  const moved: MovedFolder[] = [];
  const other: MovedFolder[] = [];
  for (const [before, after] of trees.servers) {
    for (const { prefix, isInBoth } of prefixesOf(trees, before, after)) {
      const [was, is] = [targetAt(trees.before, before, prefix), targetAt(trees.after, after, prefix)];
      const [from, to] = [folderOf(was), folderOf(is)];
      if (from === null || to === null) {
        if (from !== to) targets.push(targetNote(prefix, from, after));
        else if (was.type === 'proxy' && is.type === 'proxy' && was.url !== is.url) {
          targets.push(proxyNote(prefix, [was.url, is.url], after));
        }
        continue;
      }
      const each = { prefix, before: from, after: to, server: after, was: before };
      if (!isInBoth) {
        other.push(each);
        continue;
      }
      const key = joinComponents(to);
      const known = pairs.get(key) ?? { after: to, before: from };
      if (joinComponents(known.before) !== joinComponents(from)) {
        const all = shared.get(key)?.before ?? [known.before];
        shared.set(key, { before: [...all, from], server: after });
      }
      pairs.set(key, known);
      // The default is not the same for each build.
      if (!isSamePlace(from, to, trees) || hasLostRoot(each, trees)) moved.push(each);
    }
  }
  for (const key of shared.keys()) pairs.delete(key);
  const served = [...pairs.values()];
  const root = { after: rootOf(trees.after), before: rootOf(trees.before) };
  const rootKey = joinComponents(root.after);
  if (!pairs.has(rootKey) && root.after.length > 0) pairs.set(rootKey, root);
  const map = folderMap([...pairs.values()]);
  const compared = moved
    .filter(({ after }) => !shared.has(joinComponents(after)))
    .map((each) => folderNote(each, leftBy(each, served), fateOf(each, trees)));
  const elsewhere = other
    .filter(({ before, after }) => joinComponents(map.folderOf(after)) !== joinComponents(before))
    .map(elsewhereNote);
  const ambiguous = [...shared].map(([key, each]) => ambiguousNote(key, each));
  return { map, notes: [...targets, ...elsewhere, ...compared, ...ambiguous] };
}

/** A folder that stands for several of before. */
interface SharedFolder {
  readonly before: readonly (readonly string[])[];
  readonly server: Scope;
}

/** The folder that a target is; null for what is no folder, or can't be told. */
function folderOf(target: Target): readonly string[] | null {
  return target.type === 'file' ? pathComponents(target.path) : null;
}

/**
 * What is here of a folder that was there and the one that is served in its place: no line that names that one, nothing of it, or both. A folder that is
 * not there any more may have been renamed.
 */
type Fate = 'unsaid' | 'missing' | 'other' | 'perhaps renamed';

function hasLostRoot({ prefix, was, server }: MovedFolder, { before, after }: MatchedTrees): boolean {
  const saysRoot = (tree: RequestTree, one: Scope) => tree.factsOf(one).map.lines.roots.length > 0;
  return prefix === '/' && saysRoot(before, was) && !saysRoot(after, server);
}

function fateOf(pair: MovedFolder, trees: MatchedTrees): Fate {
  const { before, after } = trees;
  if (hasLostRoot(pair, trees)) return 'unsaid';
  const [from, to] = [joinComponents(pair.before), joinComponents(pair.after)];
  if (before.files.kindOf(from) !== 'folder') return 'perhaps renamed';
  const kind = after.files.kindOf(to);
  if (kind === 'nothing') return 'missing';
  // One may be a link to the other.
  const isOther = kind === 'folder' && !before.files.isLink(from) && !after.files.isLink(to);
  return isOther ? 'other' : 'perhaps renamed';
}

/** A folder that an address leads to, and the one that it led to. */
interface MovedFolder extends FolderPair {
  readonly prefix: string;
  readonly server: Scope;
  /** That of the first tree. */
  readonly was: Scope;
}

/** A served folder that the one of before lay in, and that has not come along: whose rules hold in which of them is told by no pair. */
function leftBy({ before, after }: FolderPair, pairs: readonly FolderPair[]): readonly string[] | null {
  const around = pairs.find(
    (pair) =>
      pair.before.length < before.length &&
      isAtOrBelow(before, pair.before) &&
      !isAtOrBelow(after, pair.after),
  );
  return around?.before ?? null;
}

interface MappedPrefix {
  readonly prefix: string;
  /** A folder that only one of the trees leads to was not moved. */
  readonly isInBoth: boolean;
}

function prefixesOf(trees: MatchedTrees, before: Scope, after: Scope): MappedPrefix[] {
  const then = new Set(mappedAddresses(trees.before, before));
  const now = new Set(mappedAddresses(trees.after, after));
  return [...new Set([...then, ...now])].map((prefix) => ({
    prefix,
    isInBoth: then.has(prefix) && now.has(prefix),
  }));
}

function rootOf({ model }: RequestTree): readonly string[] {
  return folderComponents(encodePath(model.statedRoot));
}

/** The same path, or the same below another ServerRoot. */
function isSamePlace(
  from: readonly string[],
  to: readonly string[],
  { before, after }: MatchedTrees,
): boolean {
  if (joinComponents(from) === joinComponents(to)) return true;
  const [oldRoot, newRoot] = [rootOf(before), rootOf(after)];
  if (!isAtOrBelow(from, oldRoot) || !isAtOrBelow(to, newRoot)) return false;
  return joinComponents(from.slice(oldRoot.length)) === joinComponents(to.slice(newRoot.length));
}

function folderNote(
  { prefix, before, after, server }: MovedFolder,
  left: readonly string[] | null,
  fate: Fate,
): TreeNote {
  const what = prefix === '/' ? 'DocumentRoot' : `the folder of ${prefix}`;
  const moved = `${what} was ${joinComponents(before)} and is ${joinComponents(after)}`;
  const code = prefix === '/' ? 'root-changed' : 'alias-changed';
  if (left !== null) {
    const message = `${moved}: it was in ${joinComponents(left)}, and is not any more; whether the rules of that held there can't be told`;
    return { code, level: 'difference', message, place: server };
  }
  if (fate === 'unsaid') {
    const message = `${moved}, the default: AFTER has no DocumentRoot line here`;
    return { code, level: 'difference', message, place: server };
  }
  if (fate === 'missing') {
    return { code, level: 'difference', message: `${moved}, which is not there`, place: server };
  }
  if (fate === 'other') {
    const message = `${moved}; both are there, and whether they hold the same files is not compared`;
    return { code, level: 'difference', message, place: server };
  }
  const message = `${moved}: its rules were compared as if all that lay in the one had come along`;
  return { code, level: 'info', message, place: server };
}

function targetNote(prefix: string, from: readonly string[] | null, server: Scope): TreeNote {
  const message =
    from === null
      ? `${prefix} was not served from a folder, and is now: it was compared as far as its rules are Location sections`
      : `${prefix} was served from ${joinComponents(from)}, and is not any more (proxied, or redirected): it was compared as if it were`;
  return { code: 'alias-changed', level: 'difference', message, place: server };
}

function elsewhereNote({ prefix, before, after, server }: MovedFolder): TreeNote {
  const message = `${prefix} was served from ${joinComponents(before)}, and is served from ${joinComponents(after)} now`;
  return { code: 'alias-changed', level: 'difference', message, place: server };
}

function proxyNote(prefix: string, [was, is]: readonly [string, string], server: Scope): TreeNote {
  const plain = (url: string) => url.replace(/\/+$/, '');
  const message = `${prefix} was proxied to ${plain(was)}, and is proxied to ${plain(is)} now`;
  return { code: 'alias-changed', level: 'difference', message, place: server };
}

function ambiguousNote(folder: string, { before, server }: SharedFolder): TreeNote {
  const folders = [...new Set(before.map(joinComponents))].join(' and ');
  const message = `${folder} is served where ${folders} were: its rules were compared where they are written, and what lay in another folder is not served any more`;
  return { code: 'folders-ambiguous', level: 'difference', message, place: server };
}
