import { posix } from 'node:path';
import type { Places } from '../paths/places.ts';
import type { Occurrence } from '../types.ts';
import type { Unknown } from '../unknown.ts';
import { fnmatch, hasWildcard } from '../fnmatch.ts';
import { onDrive } from '../paths/config-path.ts';

/**
 * The words of a UserDir line that name folders, those on drives of Windows with forward slashes: what switches it on or off, or leads to
 * another server, does not.
 */
function userWords({ args }: Occurrence): readonly string[] {
  if (/^(?:en|dis)abled?$/i.test(args[0] ?? '')) return [];
  return args.flatMap((word) => onDrive(word) ?? (/^[^/]*:/.test(word) ? [] : word));
}

/** Whether the word names the folder itself, or that of all users, and not one in the home of each. */
function isAbsolute(word: string): boolean {
  return word.startsWith('/') || onDrive(word) !== null;
}

/**
 * The pattern of folders that a word of UserDir maps names to, as a Directory section would have it; undefined where it is off, or leads
 * to another server. Home directories are taken to lie in /home.
 */
export function userFolders(written: string): string | undefined {
  if (/^(?:disabled?|enabled)$/i.test(written)) return undefined;
  if (written.includes(':') && onDrive(written) === null) return undefined;
  if (!isAbsolute(written)) return `/home/*/${written}`;
  return written.includes('*') ? written : `${written.replace(/\/$/, '')}/*`;
}

/** The folders that are there for a UserDir line: of all names, or of all users (`translate_userdir`, mod_userdir.c). */
export function homeFolders(line: Occurrence, places: Places): readonly string[] {
  return userWords(line).flatMap((word) => [
    ...matchingFolders(userFolders(word) ?? '', places),
    ...(isAbsolute(word) ? [] : (usersIn(places) ?? [])).flatMap(({ home }) => {
      const folder = posix.join(home, word);
      return places.kindOf(folder) === 'folder' ? [folder] : [];
    }),
  ]);
}

export interface HomeGround {
  readonly places: Places;
  readonly isNeverRead: (folder: string) => boolean;
  /** Whether the tree lies elsewhere than it says: what is not there may be on the server. */
  readonly isCopy: boolean;
  readonly isOnWindows: boolean;
}

/** What can't be told of the homes that a line serves: null where the files of this system tell all. */
export function findUnknownHomes(line: Occurrence, ground: HomeGround): Unknown | null {
  for (const word of userWords(line)) {
    const why = isAbsolute(word) ? whyAbsent(word, ground) : whyUnknown(word, ground);
    if (why !== null) return unknownHomes(line, word, why);
  }
  return null;
}

function unknownHomes(line: Occurrence, word: string, why: string): Unknown {
  return {
    kind: 'folder',
    path: line.file.path,
    offset: line.node.name.span.start,
    subject: `UserDir ${word}`,
    below: isAbsolute(word) ? fixedFolder(word) : null,
    message: `${why}. UserDir serves folders in them, where AllowOverride lets .htaccess files count: those were not migrated, and 2.4 answers 500 to Order lines in them. Run the tool on a copy that holds these folders, or on each of them.`,
    bearing: 'access',
  };
}

/** A folder of homes that the copy does not hold. */
function whyAbsent(word: string, ground: HomeGround): string | null {
  const folder = fixedFolder(word);
  return isAbsent(folder, ground) && !ground.isNeverRead(folder) ? `${folder} is not in this copy` : null;
}

function isAbsent(folder: string, { places, isCopy }: HomeGround): boolean {
  const kind = places.kindOf(folder);
  return kind === 'outside' || (kind === null && isCopy);
}

function fixedFolder(word: string): string {
  const star = word.indexOf('*');
  return star === -1 ? word.replace(/(?<=.)\/$/, '') : word.slice(0, word.lastIndexOf('/', star)) || '/';
}

/** Where systems have the homes of people; `/` for any other place. */
const USUAL_HOMES = ['/', '/home', '/export/home', '/usr/home', '/Users'];
const HOMES_OF_WINDOWS = ['C:/Users', 'C:/Documents and Settings'];

function whyUnknown(word: string, ground: HomeGround): string | null {
  const { places, isNeverRead, isOnWindows } = ground;
  const isRead = (home: string) => !isNeverRead(posix.join(home, word));
  const usual = isOnWindows ? HOMES_OF_WINDOWS : USUAL_HOMES;
  const mayBeRead = () => usual.some((folder) => isRead(posix.join(folder, 'nobody')));
  if (isOnWindows) return mayBeRead() ? 'Where the homes of the users of Windows lie is not known' : null;
  const users = usersIn(places);
  if (users === null) {
    return mayBeRead() ? '/etc/passwd is not in this copy, so the homes of its users are not known' : null;
  }
  // A copy that has the folder around has the homes that are in use.
  const absent = users.filter(
    ({ home, isPerson }) =>
      isPerson && isAbsent(home, ground) && isAbsent(posix.dirname(home), ground) && isRead(home),
  );
  if (absent.length > 0) {
    const named = absent.slice(0, 3).map(({ home }) => home);
    return `${absent.length === 1 ? 'A home' : `${absent.length} homes`} of /etc/passwd ${absent.length === 1 ? 'is' : 'are'} not in this copy (${named.join(', ')}${absent.length > 3 ? ', ...' : ''})`;
  }
  const services = /^\s*passwd\s*:(.*)$/m.exec(textOf('/etc/nsswitch.conf', places) ?? '')?.[1] ?? '';
  const others = services.match(/\b(?:ldap|sss|nis|nisplus|winbind|hesiod|db)\b/g) ?? [];
  return others.length === 0 || !mayBeRead()
    ? null
    : `/etc/nsswitch.conf takes users from ${[...new Set(others)].join(' and ')}, whose homes are not known`;
}

interface User {
  readonly home: string;
  /** By the number: below 500 are the accounts of the system. */
  readonly isPerson: boolean;
}

/** Of the passwd file; null if it can't be read. */
function usersIn(places: Places): readonly User[] | null {
  const lines = textOf('/etc/passwd', places)?.split('\n');
  const users = lines
    ?.map((line) => line.split(':'))
    .map(([, , id = '', , , home = '']) => {
      const number = Number(id);
      return { home, isPerson: number >= 500 && number < 65_534 };
    });
  return users?.filter(({ home }) => home.startsWith('/')) ?? null;
}

function textOf(path: string, places: Places): string | null {
  const read = places.readFile(path);
  return 'text' in read ? read.text : null;
}

/**
 * The folders that the path of a Directory section matches, one component at a time: `/home/*\/public_html`. A plain path is the one
 * it names. None for a wildcard in the first component, which stands for every folder of the system.
 */
export function matchingFolders(path: string, places: Places): readonly string[] {
  if (!hasWildcard(path)) return [path];
  const [root = '', ...components] = path.split('/');
  if (!isAbsolute(path) || hasWildcard(components[0] ?? '')) return [];
  let folders = [`${root}/`];
  for (const component of components) {
    folders = folders.flatMap((folder) =>
      hasWildcard(component) ? foldersLike(component, folder, places) : [posix.join(folder, component)],
    );
  }
  return folders;
}

function foldersLike(pattern: string, folder: string, places: Places): string[] {
  return (places.list(folder) ?? [])
    .filter(({ name, kind }) => (kind === 'folder' || kind === 'link') && fnmatch(pattern, name))
    .map(({ name }) => posix.join(folder, name))
    .filter((path) => places.kindOf(path) === 'folder');
}
