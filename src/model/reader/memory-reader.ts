import { posix } from 'node:path';
import { compareNames } from './tree-reader.ts';
import type { FileRead, FolderEntry, TreeReader } from './tree-reader.ts';

/** A link chain longer than this is a loop (as MAXSYMLINKS of Linux). */
const MOST_LINKS = 40;

/**
 * A file system of given files (absolute path -> text as Latin-1) and symbolic links (absolute path -> target). Folders are
 * what the paths need; a path that ends with `/` makes an empty one.
 */
export function createMemoryReader(
  files: Readonly<Record<string, string>>,
  links: Readonly<Record<string, string>> = {},
): TreeReader {
  const nodes = buildTree(files, links);
  const hasLinks = Object.keys(links).length > 0;
  // Without links each path that there is leads where it says.
  const find = (path: string) => (!hasLinks && nodes.has(path) ? path : resolve(nodes, path));
  const lookUp = (path: string) => {
    const real = find(path);
    return real === null ? null : (nodes.get(real) ?? null);
  };
  return {
    readFile(path): FileRead {
      const real = find(path);
      const node = real === null ? undefined : nodes.get(real);
      if (real === null || node === undefined) return { failure: 'missing' };
      if (node.kind !== 'file') return { failure: 'folder' };
      return { text: node.text, realPath: real, stat: null };
    },
    readStart(path, most) {
      const node = lookUp(path);
      return node?.kind === 'file' ? node.text.slice(0, most) : null;
    },
    list(path) {
      const node = lookUp(path);
      return node?.kind === 'folder' ? sortedEntries(node.entries) : null;
    },
    realPath: find,
    kindOf(path) {
      const kind = lookUp(path)?.kind;
      return kind === 'file' || kind === 'folder' ? kind : null;
    },
    readLink(path) {
      const parent = find(posix.dirname(path));
      const node = parent === null ? undefined : nodes.get(posix.join(parent, posix.basename(path)));
      return node?.kind === 'link' ? node.target : null;
    },
  };
}

type MemoryNode =
  | { readonly kind: 'file'; readonly text: string }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'folder'; readonly entries: Map<string, FolderEntry> };

function buildTree(
  files: Readonly<Record<string, string>>,
  links: Readonly<Record<string, string>>,
): Map<string, MemoryNode> {
  const nodes = new Map<string, MemoryNode>([['/', { kind: 'folder', entries: new Map() }]]);
  for (const [path, text] of Object.entries(files)) {
    addNode(
      nodes,
      path,
      path.endsWith('/') ? { kind: 'folder', entries: new Map() } : { kind: 'file', text },
    );
  }
  for (const [path, target] of Object.entries(links)) addNode(nodes, path, { kind: 'link', target });
  return nodes;
}

function addNode(nodes: Map<string, MemoryNode>, path: string, node: MemoryNode): void {
  const full = posix.resolve('/', path);
  if (nodes.has(full)) return;
  const folder = posix.dirname(full);
  addNode(nodes, folder, { kind: 'folder', entries: new Map() });
  const parent = nodes.get(folder);
  if (parent?.kind !== 'folder') throw new RangeError(`${folder} is not a folder`);
  const name = posix.basename(full);
  parent.entries.set(name, { name, kind: node.kind });
  nodes.set(full, node);
}

function sortedEntries(entries: ReadonlyMap<string, FolderEntry>): FolderEntry[] {
  return [...entries.values()].toSorted((a, b) => compareNames(a.name, b.name));
}

function resolve(nodes: ReadonlyMap<string, MemoryNode>, path: string): string | null {
  // Components still to be gone through, the next one at the end.
  const pending = path.split('/').toReversed();
  let real = '/';
  let links = 0;
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (links > MOST_LINKS || nodes.get(real)?.kind !== 'folder') return null;
    if (name === '' || name === '.') continue;
    const next = name === '..' ? posix.dirname(real) : `${real === '/' ? '' : real}/${name}`;
    const node = nodes.get(next);
    if (node === undefined) return null;
    if (node.kind !== 'link') {
      real = next;
      continue;
    }
    links++;
    if (node.target.startsWith('/')) real = '/';
    pending.push(...node.target.split('/').toReversed());
  }
  return real;
}
