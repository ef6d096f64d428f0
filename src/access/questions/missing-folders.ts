import type { ServerModel } from '../../model/index.ts';
import { isPathAtOrBelow, joinComponents } from '../folders/paths.ts';
import { analysisOf } from '../sections/analysis.ts';
import { matchText, namedFolders, rootedPatterns } from '../addresses/index.ts';
import type { AccessSection } from '../sections/types.ts';

/**
 * Sections of folders that are not there, where patterns affect them, too: the walk of a request ends before such a folder, so
 * that it meets the patterns and not the section (`ap_directory_walk`). All else takes the folder to be there.
 */
export function missingFolders(model: ServerModel): AccessSection[] {
  // What a copy does not hold may be there.
  if (model.kind !== 'server' || model.statedRoot !== model.serverRoot) return [];
  const sections = analysisOf(model).sections;
  const patterns = sections.flatMap(({ matcher }) =>
    matcher.type === 'directory-regex' ? [matcher.pattern] : [],
  );
  return sections.filter(({ matcher }) => {
    if (matcher.type !== 'directory') return false;
    const path = joinComponents(matcher.path);
    const isMet = patterns.some(
      (pattern) => matchText(pattern, path, { endIsDead: model.readBy === '2.2' }) !== null,
    );
    return isMet && !isThere(model, path);
  });
}

/**
 * `<Directory>` sections with the path of a file that is there: met where that file itself is asked for, and not where it is asked for on account of
 * its folder (`ap_directory_walk`), which a person may not expect.
 */
export function sectionsOfFiles(model: ServerModel): AccessSection[] {
  return analysisOf(model).sections.filter(
    ({ matcher, entries, mayBeFile }) =>
      mayBeFile === true &&
      matcher.type === 'directory' &&
      entries.length > 0 &&
      model.hasFile(joinComponents(matcher.path)) === 'yes',
  );
}

/** A section of a pattern that is taken for the folders it names from the root, and for none further in that its text fits, too. */
export interface RootedSection {
  readonly section: AccessSection;
  /** A folder that it would match, too, if that were there. */
  readonly example: string;
  /** Whether the folders that are served were looked at, and hold none. */
  readonly isSeen: boolean;
}

export function rootedSections(model: ServerModel): RootedSection[] {
  const rooted = rootedPatterns(model);
  const found = analysisOf(model).sections.flatMap((section) => {
    const { matcher } = section;
    const folders = matcher.type === 'directory-regex' ? rooted(matcher.pattern)?.folders : undefined;
    return folders === undefined ? [] : [{ section, folders }];
  });
  if (found.length === 0) return [];
  const served = namedFolders(model);
  const isSeen = served.every(
    (folder) => model.hasFolder(folder) === 'yes' || model.hasFile(folder) === 'yes',
  );
  return found.flatMap(({ section, folders }) => {
    const outside = served.find((each) => folders.every((folder) => !isPathAtOrBelow(each, folder)));
    return outside === undefined ? [] : [{ section, example: `${outside}${folders[0]}`, isSeen }];
  });
}

function isThere({ hasFolder, hasFile }: ServerModel, path: string): boolean {
  return hasFolder(path) !== 'no' || hasFile(path) !== 'no';
}
