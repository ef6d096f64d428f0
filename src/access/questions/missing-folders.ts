import type { ServerModel } from '../../model/index.ts';
import { joinComponents } from '../folders/paths.ts';
import { analysisOf } from '../sections/analysis.ts';
import { matchText } from '../addresses/index.ts';
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

function isThere({ hasFolder, hasFile }: ServerModel, path: string): boolean {
  return hasFolder(path) !== 'no' || hasFile(path) !== 'no';
}
