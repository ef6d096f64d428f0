import { posix } from 'node:path';
import { isDirective } from '../../catalog/index.ts';
import { visit } from '../../syntax/index.ts';
import type { Document } from '../../syntax/index.ts';
import type { ParseCache } from '../parse-cache.ts';
import { isLeftover } from '../paths/leftover.ts';
import { readsLikeConfiguration } from '../read/reads-like-configuration.ts';
import { welcomeHtaccess } from '../read/surroundings.ts';
import type { FileContent, TreeReader } from '../reader/index.ts';
import { mainFileOf } from './find-entry.ts';
import { isBinary } from './is-binary.ts';
import { sortOfFile } from './sort-of-file.ts';
import { topLevelOf } from './top-level.ts';

/** What a folder of snippets (conf.d, sites-available) holds. */
export interface Snippets {
  /** In the order in which an Include line reads them; each file once. */
  readonly contents: readonly FileContent[];
  /** Those that are the inside of some section: a list of addresses that several sections include. */
  readonly insides: readonly FileContent[];
  /** Names of files that do not read like Apache's configuration, or that are leftovers of editors and packages. */
  readonly passedOver: readonly string[];
  /** Files and folders that this user may not read, and that are no leftovers. */
  readonly closed: readonly string[];
}

/** More entries are no folder of snippets. */
const MOST_ENTRIES = 20_000;
const DEEPEST = 4;
/** Of a name such as these a file is expected to be configuration; of another it has to look like nothing else. */
const USUAL_NAME = /\.(?:conf|inc|include|vhost|load|cfg|erb|epp|j2|tmpl|tpl|in)$/i;
/** Texts that may begin each line with a directive's name, and are none: prose, programs, keys. */
const OTHER_NAME =
  /^(?:README|INSTALL|NOTES?|CHANGES|LICEN[CS]E|COPYING|TODO|Makefile)\b|\.(?:txt|md|rst|html?|php|py|sh|pl|pem|crt|key|ini|sql)$/i;
const LEFTOVER = /~$|\.(?:bak|old|orig|save|swp|rpmsave|rpmnew|rpmorig|dpkg-\w+|ucf-\w+)$|^[.#]/i;

/**
 * Null where the folder, or one below it, is a server's own, or holds too much.
 * @param wanted which names are looked at; all if absent
 */
export function findSnippets(
  root: string,
  reader: TreeReader,
  cache: ParseCache,
  wanted?: RegExp,
): Snippets | null {
  const contents = new Map<string, FileContent>();
  const passedOver: string[] = [];
  const closed: string[] = [];
  const welcome = welcomeHtaccess([reader.realPath(root) ?? root], true);
  const pending = [{ folder: root, depth: 0 }];
  let left = MOST_ENTRIES;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { folder, depth } = next;
    const entries = reader.list(folder);
    if (entries === null) {
      closed.push(folder);
      continue;
    }
    left -= entries.length;
    if (left < 0 || mainFileOf(folder, reader) !== null) return null;
    const below: typeof pending = [];
    for (const { name, kind } of entries) {
      const path = posix.join(folder, name);
      if (kind === 'folder' && depth < DEEPEST && !name.startsWith('.'))
        below.push({ folder: path, depth: depth + 1 });
      if (kind === 'folder' || wanted?.test(name) === false) continue;
      const kindBehind = reader.kindOf(path);
      if (kindBehind === 'folder') continue;
      if (kindBehind !== 'file') {
        passedOver.push(posix.relative(root, path));
        continue;
      }
      const read = reader.readFile(path);
      const isRead = !('failure' in read) && welcome(read) !== 'outside' && isSnippet(name, read, cache);
      const isClosed = 'failure' in read && read.failure === 'unreadable' && !isOtherName(name);
      if (isRead) contents.set(read.realPath, read);
      else if (isClosed) closed.push(path);
      else passedOver.push(posix.relative(root, path));
    }
    pending.push(...below.toReversed());
  }
  const isInside = ({ text, realPath }: FileContent): boolean =>
    sortOfFile('', topLevelOf(cache.parse({ path: realPath, text }))) === 'htaccess';
  const all = [...contents.values()];
  return {
    contents: all.filter((each) => !isInside(each)),
    insides: all.filter(isInside),
    passedOver,
    closed,
  };
}

function isSnippet(name: string, { text, realPath }: FileContent, cache: ParseCache): boolean {
  const isUsual = USUAL_NAME.test(name);
  // `old site.conf`: Debian's 2.2 passed over it, all others read it by `*.conf`.
  if (isOtherName(name) || (isLeftover(name) && !isUsual)) return false;
  if (isBinary(text)) return false;
  const document = cache.parse({ path: realPath, text });
  const [isShaped, share] = [readsLikeConfiguration(document), knownShare(document)];
  if (isUsual) return isShaped || share >= 0.5;
  // A site may be full of directives of PHP or mod_fcgid.
  return isShaped && share >= (hasSection(document) ? 0.5 : 0.8);
}

function isOtherName(name: string): boolean {
  return LEFTOVER.test(name) || OTHER_NAME.test(name);
}

function hasSection(document: Document): boolean {
  return document.children.some((node) => node.type === 'section' && isDirective(node.open.name.value));
}

/** Which part of the names in it are directives or sections that Apache has. */
function knownShare(document: Document): number {
  let known = 0;
  let all = 0;
  visit(document, (node) => {
    if (node.type !== 'directive' && node.type !== 'section') return;
    const name = node.type === 'section' ? node.open.name.value : node.name.value;
    all++;
    if (isDirective(name)) known++;
  });
  return all === 0 ? 0 : known / all;
}
