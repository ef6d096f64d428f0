import { posix } from 'node:path';
import { foldersAround } from './frame.ts';
import type { Frame } from './frame.ts';

/** What the texts of a tree have to say of the place where it lies. */
export interface Mentions {
  /** The names that follow the folder around the frame: `web1` of /srv/hosts/web1/htdocs. */
  readonly names: readonly string[];
  /** Something in them may match the frame's own place, in a way that can't be told from names. */
  readonly isPattern: boolean;
}

/** What they say of it, and of the folder of its kind that lies where all servers do: eu of hosts/eu/web1. */
export interface AllMentions extends Mentions {
  readonly outer: Mentions;
}

/** @param isInPlace as `findMentions` has it */
export function findAllMentions(texts: readonly string[], frame: Frame, isInPlace: boolean): AllMentions {
  const own = findMentions(texts, frame, isInPlace);
  const outer = outerFrame(frame);
  return { ...own, outer: outer === frame ? own : findMentions(texts, outer, isInPlace) };
}

/** The outermost folder around the frame that not all servers lie in, or itself. */
export function outerFrame(frame: Frame): Frame {
  const folder = foldersAround(frame).at(-1);
  return folder === undefined ? frame : { ...frame, folder };
}

/** @param isInPlace whether sections are matched with where the files lie here, not with where the copied server had them */
function findMentions(texts: readonly string[], { folder }: Frame, isInPlace: boolean): Mentions {
  const around = posix.dirname(folder);
  const before = around === '/' ? '' : escape(posix.basename(around));
  // `/hosts/web1`, `/hosts//web1`, `/hosts/./web1`.
  const mention = new RegExp(`${before}(?:/\\.?)*/([^/\\s"'<>]*)|${escape(around)}(?![^\\s"'<>])`, 'g');
  const names = new Set<string>();
  for (const text of texts) {
    if (!text.includes(posix.basename(around))) continue;
    for (const [, name = ''] of text.matchAll(mention)) names.add(name);
  }
  const isOdd = [...names].some((name) => name === '' || /[*?[\]{}()|\\^$%]/.test(name));
  return {
    names: [...names],
    isPattern: isOdd || (isInPlace && texts.some((text) => PLACE_PATTERN.test(text))),
  };
}

/** Folder sections that match by a pattern. */
const PLACE_PATTERN = /<\s*(?:DirectoryMatch\b|Directory\s+[^>\n]*[~*?[])/i;

/** Whether a tree in this frame may differ from one elsewhere for what its texts say. */
export function isMentioned({ names, isPattern }: Mentions, { folder }: Frame): boolean {
  const own = posix.basename(folder);
  return isPattern || names.some((name) => name.startsWith(own));
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
