import { posix } from 'node:path';
import type { FolderItem, IncludeLine, ServerModel } from '../../src/model/index.ts';
import { lostLinks } from '../../src/access/index.ts';
import { renameDirective, rewriteArgument } from '../../src/transform/index.ts';
import type { FileEdit, TransformContext } from '../../src/transform/index.ts';

export const CONF = '.conf';

/**
 * ISPConfig calls the files and links of its sites so (server/plugins-available/apache2_plugin.inc.php), makes them anew under these names, and
 * has the main file of 2.4 read the whole of sites-enabled (install/lib/installer_base.lib.php).
 */
export function isOfIspConfig(name: string): boolean {
  return name.endsWith('.vhost');
}

/** Whether the tree is one that Debian's own tools look after, and goes on being one: RHEL's 2.4 has no a2ensite. */
export function staysDebian({
  model,
  target,
  writtenFor,
}: Pick<TransformContext, 'model' | 'target' | 'writtenFor'>): boolean {
  const isAnyBuild = target.name === 'stock' || target.name === target.version;
  const isForDebian = target.moduleStyle === 'debian-links' || isAnyBuild;
  return writtenFor === '2.2' && model.layout === 'debian' && isForDebian;
}

/** `Include sites-enabled/`, `Include sites-enabled/*`, and the pattern of Debian's 2.0: every name that lies there. */
const WHOLE = /\/(?:\*|\[\^\.#\]\*)$/;

/** The lines that read all of a folder of Debian's layout, the first one of each folder. */
export function linesOfFolder(model: ServerModel, name: 'sites-enabled' | 'conf.d'): IncludeLine[] {
  const lines = model.includes.filter(({ path, occurrence }) => {
    return occurrence.on24 !== 'no' && posix.basename(path.replace(WHOLE, '')) === name;
  });
  const folders = lines.map(folderOf);
  return lines.filter((line, index) => folders.indexOf(folderOf(line)) === index);
}

/**
 * Whether the tree has a folder of links as the server has it. A copy may lack it, or have it without its links; then which sites and modules are
 * switched on is not known.
 * @param folder as the server names it
 */
export function hasItsLinks(model: ServerModel, folder: string): boolean {
  const items = model.itemsIn(folder);
  if (items === null || lostLinks(model).length > 0) return false;
  // Opened, and not read: what was a link.
  return items.every(({ path }) => model.files.get(path)?.reachedBy.length !== 0);
}

/** The folder of such a line, as the server names it. */
export function folderOf({ path }: IncludeLine): string {
  return path.replace(WHOLE, '');
}

/** The path of such a line as its author wrote it, with another end. */
export function folderAsWritten({ occurrence: { node } }: IncludeLine): string {
  return (node.args[0]?.value ?? '').replace(WHOLE, '').replace(/\/+$/, '');
}

/** Has such a line read another pattern instead, and none of its files be no error. */
export function readInstead({ occurrence }: IncludeLine, pattern: string): FileEdit[] {
  const renamed = occurrence.name === 'include' ? renameDirective(occurrence, 'IncludeOptional') : [];
  return [...renamed, ...(occurrence.node.args.length > 0 ? rewriteArgument(occurrence, 0, pattern) : [])];
}

export function confName(name: string): string {
  return name.endsWith(CONF) ? name : name + CONF;
}

/** Where a link leads that lies in the folder of `item`: in a copy of a tree, into the copy. */
export function targetOf(
  { statedRoot, serverRoot }: ServerModel,
  { path, target }: FolderItem,
): string | null {
  if (target === null) return null;
  const full = posix.resolve(posix.dirname(path), target);
  return full.startsWith(`${statedRoot}/`) ? serverRoot + full.slice(statedRoot.length) : full;
}
