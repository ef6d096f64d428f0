import type { ServerModel } from '../model/index.ts';
import { decodePath } from '../model/index.ts';
import { joinComponents } from './sections/paths.ts';
import { readSections } from './sections/read-sections.ts';
import { matchText } from './request/pattern-text.ts';
import type { AccessSection } from './sections/types.ts';

/**
 * Sections of folders that are not there, where patterns have a say in them, too: the walk of a request ends before such a folder, so
 * that it meets the patterns and not the section (`ap_directory_walk`). All else takes the folder to be there.
 */
export function missingFolders(model: ServerModel): AccessSection[] {
  // What a copy does not hold may be there.
  if (model.kind !== 'server' || model.statedRoot !== model.serverRoot) return [];
  const sections = readSections(model).filter(({ entries }) => entries.length > 0);
  const patterns = sections.filter(({ matcher }) => matcher.type === 'directory-regex');
  return sections.filter((section) => {
    const { matcher } = section;
    if (matcher.type !== 'directory' || matcher.path.length === 0) return false;
    const path = joinComponents(matcher.path);
    return patterns.some((pattern) => meets(pattern, path)) && !isThere(model, decodePath(path));
  });
}

function meets({ matcher }: AccessSection, path: string): boolean {
  return matcher.type === 'directory-regex' && matchText(matcher.pattern, path, { endIsDead: true }) !== null;
}

function isThere({ hasFolder, hasFile }: ServerModel, path: string): boolean {
  return hasFolder(path) !== 'no' || hasFile(path) !== 'no';
}
