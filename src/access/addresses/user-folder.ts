import { posix } from 'node:path';
import type { Occurrence } from '../../model/index.ts';
import { drivePath } from '../folders/paths.ts';

/** What is at a path of the server; `unknown` where this machine cannot tell. */
export type Kind = 'file' | 'folder' | 'nothing' | 'unknown';

/** What is known of the server's files. */
export interface KnownFiles {
  kindOf(path: string): Kind;
  /** As Latin-1; null if it can't be read here. */
  textOf(path: string): string | null;
}

/** What UserDir makes of an address: a file of a home, or a redirection to another server. */
export type UserTarget =
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'answered'; readonly status: number }
  | { readonly type: 'unknown' };

/**
 * What `/~name/rest` leads to; null where UserDir is not on for the name, or leads nowhere (`translate_userdir`, mod_userdir.c).
 * @param isWindows which keeps the homes of its users in the registry: they are not known
 */
export function userFolder(
  lines: readonly Occurrence[],
  address: string,
  files: KnownFiles,
  isWindows = false,
): UserTarget | null {
  const [, name, rest = ''] = /^\/~([^/]+)(\/.*)?$/.exec(address) ?? [];
  if (name === undefined || /^.\.{1,2}$/.test(name) || !isOn(lines, name)) return null;
  const words = homeLine(lines)?.args ?? [];
  for (const [i, word] of words.map(drivePath).entries()) {
    if (isWindows && !/^\/|:/.test(word)) return { type: 'unknown' };
    const made = folderOf(word, name, files);
    if (made === 'redirected') return { type: 'answered', status: 302 };
    const isLast = i + 1 === words.length;
    if (made !== null && (isLast || files.kindOf(made) !== 'nothing')) {
      return { type: 'file', path: posix.normalize(made + rest) };
    }
  }
  return null;
}

/** The line that says where homes are. */
export function homeLine(lines: readonly Occurrence[]): Occurrence | undefined {
  return lines.findLast((line) => !isSwitch(line));
}

/** `UserDir disabled root`, `UserDir enabled ann`. */
export function namesUsers(line: Occurrence): boolean {
  return isSwitch(line) && line.args.length > 1;
}

function isSwitch({ args }: Occurrence): boolean {
  return /^(?:en|dis)abled?$/i.test(args[0] ?? '');
}

function isOn(lines: readonly Occurrence[], name: string): boolean {
  const switches = lines.filter(isSwitch);
  const names = (word: RegExp) =>
    switches.filter(({ args }) => word.test(args[0] ?? '')).flatMap(({ args }) => args.slice(1));
  const last = switches.findLast(({ args }) => args.length === 1)?.args[0] ?? '';
  return !names(/^dis/i).includes(name) && (!/^dis/i.test(last) || names(/^en/i).includes(name));
}

/** Of one word of the line; null where the user has no home. */
function folderOf(word: string, name: string, files: KnownFiles): string | 'redirected' | null {
  const star = word.indexOf('*');
  const [before, after] = star === -1 ? ['', word] : [word.slice(0, star), word.slice(star + 1)];
  if (before.includes(':') && !word.startsWith('/')) return 'redirected';
  if (word.startsWith('/')) return star === -1 ? `${word}/${name}` : before + name + after;
  const home = homeOf(name, files);
  return home === null ? null : `${home}/${after}`;
}

/** As the passwd file has it; below /home where that can't be read. */
function homeOf(name: string, files: KnownFiles): string | null {
  const text = files.textOf('/etc/passwd');
  if (text === null) return `/home/${name}`;
  const line = text.split('\n').find((each) => each.startsWith(`${name}:`));
  return line?.split(':')[5] ?? null;
}
