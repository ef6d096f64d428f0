import { fnmatch } from '../../model/index.ts';
import type { ServerModel } from '../../model/index.ts';
import { matchFile, matchRegexText } from '../chains/index.ts';
import { analysisOf } from '../sections/analysis.ts';
import type { AccessSection } from '../sections/types.ts';
import type { Work } from '../work.ts';
import { limitedWork, orTooMuch } from '../work.ts';

/**
 * Whether some section with rules of its own may apply to files of one of these names, and not to the folder that they lie in.
 * @param places paths and addresses of folders
 */
export function hasRulesForFiles(
  model: ServerModel,
  names: readonly string[],
  places: readonly string[],
): boolean {
  const work = limitedWork();
  const ruled = analysisOf(model).sections.filter(({ entries }) => entries.length > 0);
  const folders = ['', ...places.map((place) => place.replace(/\/+$/, ''))];
  return orTooMuch(
    () => ruled.some((section) => names.some((name) => appliesTo(section, name, folders, work))),
    true,
  );
}

function appliesTo(section: AccessSection, name: string, folders: readonly string[], work: Work): boolean {
  const { matcher } = section;
  const isOfFileAlone = (folder: string, matches: (text: string) => boolean): boolean =>
    matches(`${folder}/${name}`) && !matches(`${folder}/`);
  switch (matcher.type) {
    case 'location':
      return matcher.path.at(-1) === name;
    case 'location-wildcard':
      return folders.some((folder) =>
        isOfFileAlone(folder, (text) => fnmatch(matcher.text, text, { pathname: true })),
      );
    case 'directory-regex':
    case 'location-regex':
      return [...folders, startOf(matcher.pattern)].some((folder) =>
        isOfFileAlone(folder, (text) => matchRegexText(matcher.pattern, text, work) !== 'never'),
      );
    default:
      return matchFile(section, name, work) !== 'never';
  }
}

/** The folders that a pattern begins with, as they are written. */
function startOf(pattern: string): string {
  return /^\^?((?:\/[\w~-]+)*)\//.exec(pattern)?.[1] ?? '';
}
