import { isFilledIn } from '../placeholders.ts';
import { decodePath, resolvePath } from '../paths/config-path.ts';
import { openPlace } from '../read/open-place.ts';
import type { Occurrence, Scope } from '../types.ts';
import type { Unknown } from '../unknown.ts';
import { folderArgument } from './open-path.ts';

/**
 * What keeps .htaccess files from being found because a variable or a template stands for it: folders that are served, and names of
 * AccessFileName, as far as such files would be read.
 */
export function openFolders(
  served: readonly (Occurrence | Scope)[],
  open: ReadonlyMap<Occurrence | Scope, string>,
  accessFileNames: readonly Occurrence[],
  root: string,
  isNeverRead: (folder: string) => boolean,
): Unknown[] {
  const isLive = (item: Occurrence | Scope) => item.on22 !== 'no' || item.on24 !== 'no';
  const folders = [...open].flatMap(([item, written]) => {
    const isMeant = isLive(item) && namesFolder(item);
    return isMeant && !isNeverRead(resolvePath(root, decodePath(written))) ? [{ item, written }] : [];
  });
  const names = accessFileNames.filter(isLive).flatMap((item) => {
    const written = item.args.find((name) => isFilledIn(name, item));
    return written === undefined ? [] : [{ item, written }];
  });
  const isRead = (item: Occurrence | Scope): boolean => {
    const path = folderArgument(item);
    return path !== null && !isNeverRead(resolvePath(root, decodePath(path)));
  };
  const areRead = names.length > 0 && served.some(isRead);
  const unknowns = [
    ...folders.flatMap(({ item, written }) => openPlace(item, written, 'folder') ?? []),
    ...(areRead ? names : []).flatMap(({ item, written }) => openPlace(item, written, 'access-file') ?? []),
  ];
  return [...new Map(unknowns.map((each) => [`${each.subject} ${each.below}`, each])).values()];
}

/** A section for a folder counts only if it permits .htaccess files itself: what leads there is another line. */
function namesFolder(item: Occurrence | Scope): boolean {
  return item.type === 'occurrence' || item.items.some(({ name }) => name === 'allowoverride');
}
