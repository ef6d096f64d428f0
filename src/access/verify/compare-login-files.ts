import { linesNamed } from '../../model/index.ts';
import type { Occurrence, ServerModel } from '../../model/index.ts';
import { completePath, normalPath } from '../folders/paths.ts';
import { loginsWithoutUsers } from '../questions/logins-without-users.ts';
import { groupMembers, usersIn } from '../sections/login-files.ts';
import type { Semantics } from '../states/intended-state.ts';
import { missingGroupFiles, missingPasswordFiles } from '../unknowns/missing-groups.ts';
import type { FolderMap } from './folder-map.ts';
import type { TreeNote } from './tree-note.ts';

/** Where the files of users and groups themselves are not the same in both trees, or where the versions differ because one is missing. */
export function loginFileNotes(
  before: ServerModel,
  after: ServerModel,
  folders: FolderMap,
  semantics: Semantics,
): TreeNote[] {
  const named = new Map(loginFiles(before).map((each) => [each.path, each]));
  const pairs = loginFiles(after).flatMap((is): FilePair[] => {
    const was = named.get(folders.pathOf(is.path));
    return was === undefined || was.line.name !== is.line.name ? [] : [{ was, is }];
  });
  const notes = pairs.flatMap((pair) => pairNote(pair, before, after) ?? []);
  return [...notes, ...missingNotes(before, after, folders, semantics)];
}

/** A file by its whole name, and the last line that names it. */
interface LoginFile {
  readonly path: string;
  readonly line: Occurrence;
}

interface FilePair {
  readonly was: LoginFile;
  readonly is: LoginFile;
}

/** What is read of each, so that equal values let the same people in. */
const READERS: Readonly<Record<string, (text: string) => ReadonlyMap<string, string>>> = {
  authuserfile: (text) => usersIn(text, '2.4'),
  authgroupfile: (text) =>
    new Map(
      [...groupMembers(text, '2.4')].map(([name, members]) => [name, [...members].toSorted().join(' ')]),
    ),
};

/** The files that are texts. */
function loginFiles(model: ServerModel): LoginFile[] {
  const lines = linesNamed(model, (name) => READERS[name] !== undefined);
  const found = lines.map((line) => ({ path: normalPath(completePath(line.args[0] ?? '', model)), line }));
  return [...new Map(found.map((each) => [each.path, each])).values()];
}

function pairNote({ was, is }: FilePair, before: ServerModel, after: ServerModel): TreeNote | null {
  const [wasThere, isThere] = [before.hasFile(was.path), after.hasFile(is.path)];
  const isOfUsers = is.line.name === 'authuserfile';
  if (wasThere === 'yes' && isThere === 'no') {
    const effect = isOfUsers ? 'answers 500 to whoever logs in' : 'takes everybody to be in no group';
    return noteOf(`${is.path} is not there in AFTER: 2.4 ${effect}`, is);
  }
  if (wasThere === 'no' && isThere === 'yes') {
    const effect = isOfUsers ? 'to whoever logged in' : 'where a group was asked for';
    return noteOf(`${was.path} is not there in BEFORE: 2.2 answered 500 ${effect}`, is);
  }
  const [old, made] = [before.textOf(was.path), after.textOf(is.path)];
  const read = READERS[is.line.name];
  if (old === null || made === null || old === made || read === undefined) return null;
  const names = changedNames(read(old), read(made));
  if (names.length === 0) return null;
  const shown = names.slice(0, MOST_NAMES).join(', ');
  const rest = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  const what = isOfUsers ? 'the same users' : 'the same groups';
  return noteOf(`${is.path} has not ${what} as in BEFORE: ${shown}${rest}`, is);
}

const MOST_NAMES = 5;

function noteOf(message: string, { line }: LoginFile): TreeNote {
  return { code: 'login-file', level: 'difference', message, place: line };
}

function changedNames(old: ReadonlyMap<string, string>, made: ReadonlyMap<string, string>): string[] {
  return [...new Set([...old.keys(), ...made.keys()])].filter((name) => old.get(name) !== made.get(name));
}

/** Files that neither tree has: the versions do not answer alike without. */
function missingNotes(
  before: ServerModel,
  after: ServerModel,
  folders: FolderMap,
  semantics: Semantics,
): TreeNote[] {
  const nowThere = new Set(
    loginFiles(after)
      .filter(({ path }) => after.hasFile(path) === 'yes')
      .map(({ path }) => folders.pathOf(path)),
  );
  const isMissing = ({ args: [path = ''] }: Occurrence): boolean =>
    !nowThere.has(normalPath(completePath(path, before)));
  const notesAt = (lines: readonly Occurrence[], message: string): TreeNote[] =>
    lines.map((place) => ({ code: 'login-file', level: 'difference', message, place }));
  return [
    ...notesAt(missingGroupFiles(before).filter(isMissing), NO_GROUPS),
    ...notesAt(missingPasswordFiles(before).filter(isMissing), NO_PASSWORDS),
    ...notesAt(
      loginsWithoutUsers(before, semantics).map(({ line }) => line),
      NO_PASSWORDS,
    ),
  ];
}

const NO_GROUPS =
  'the file is not here. If the server has none either, 2.2 answers 500 to each user of whom it asks a group, and 2.4 takes everybody to be in no group';
const NO_PASSWORDS =
  'users are looked up nowhere here. If the server has no file of them either, 2.2 answers 401 to whoever logs in with AuthBasicAuthoritative Off, and 2.4 answers 500';
