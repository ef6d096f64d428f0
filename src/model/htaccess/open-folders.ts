import { isFilledIn } from '../placeholders.ts';
import { decodePath, resolvePath } from '../paths/config-path.ts';
import { openPlace } from '../read/open-place.ts';
import type { Occurrence, Scope } from '../types.ts';
import type { Unknown } from '../unknown.ts';
import { readRewriteFlags, ruleStatus } from '../rewrite-flags.ts';

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

/** Directives that lead addresses to a folder, and which of their arguments names it. */
const FOLDER_ARGUMENT: Readonly<Record<string, number>> = {
  documentroot: 0,
  alias: 1,
  scriptalias: 1,
  wsgiscriptalias: 1,
  aliasmatch: 1,
  scriptaliasmatch: 1,
  wsgiscriptaliasmatch: 1,
  virtualdocumentroot: 0,
  virtualdocumentrootip: 0,
  virtualscriptalias: 0,
  virtualscriptaliasip: 0,
  rewriterule: 1,
};

/** The folder that a section or a line names, as far as that is a path of the file system. */
function folderArgument(item: Occurrence | Scope): string | null {
  if (item.type === 'scope') return item.args[0] ?? null;
  const index = FOLDER_ARGUMENT[item.name];
  const args = index === undefined ? [] : item.args;
  const written = args[index ?? 0];
  if (written === undefined) return null;
  const isPath = item.name !== 'rewriterule' || (/^[/$<{@%_#[]/.test(written) && !isAnswered(args));
  return isPath ? written : null;
}

/** Those whose folder a variable or a template leaves open, and what they name. */
export function openItems(items: readonly (Occurrence | Scope)[]): ReadonlyMap<Occurrence | Scope, string> {
  const open = new Map<Occurrence | Scope, string>();
  for (const item of items) {
    const written = openArgument(item);
    if (written !== '') open.set(item, written);
  }
  return open;
}

/** The folder that is left open; '' for one that is known. */
function openArgument(item: Occurrence | Scope): string {
  const written = folderArgument(item);
  return written !== null && isFilledIn(written, item) ? written : '';
}

/** Redirected, refused or proxied by its flags. */
function isAnswered([, target = '', flagText = '']: readonly string[]): boolean {
  const flags = readRewriteFlags(flagText);
  return flags.has('P') || ruleStatus(flags, target) !== null;
}
