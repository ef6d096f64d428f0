import { posix } from 'node:path';
import type { ServerModel, Unknown } from '../../model/index.ts';

/**
 * A copy of Debian's layout whose links were left out (rsync without -l): there are modules and sites, and nothing is switched on. A
 * server has links to modules from its package on, and the folder for those of sites.
 */
export function lostLinks(model: ServerModel): Unknown[] {
  const { layout, statedRoot, includes } = model;
  if (layout !== 'debian') return [];
  const line = includes.find(({ path }) => /\/sites-enabled(?:\/|$)/.test(path))?.occurrence;
  if (line === undefined) return [];
  // That the folder of an Include line is missing is told there.
  const isFolderLost =
    line.name === 'includeoptional' && linksOf(model, 'sites') === null && hasItems(model, 'sites-available');
  if (!isFolderLost && !(isEmptied(model, 'mods') && isEmptied(model, 'sites'))) return [];
  return [
    {
      kind: 'context',
      path: line.file.path,
      offset: line.node.name.span.start,
      subject: posix.join(statedRoot, 'sites-enabled'),
      below: null,
      message: `${isFolderLost ? FOLDER_LOST : LINKS_LOST} ${REST}`,
      bearing: 'access',
    },
  ];
}

type Kind = 'mods' | 'sites';

/** How many there are; null without their folder. */
function linksOf(model: ServerModel, kind: Kind): number | null {
  return model.itemsIn(posix.join(model.serverRoot, `${kind}-enabled`))?.length ?? null;
}

function isEmptied(model: ServerModel, kind: Kind): boolean {
  return linksOf(model, kind) === 0 && hasItems(model, `${kind}-available`);
}

function hasItems({ itemsIn, serverRoot }: ServerModel, folder: string): boolean {
  return (itemsIn(posix.join(serverRoot, folder)) ?? []).length > 0;
}

const LINKS_LOST =
  'mods-enabled and sites-enabled are empty, though there are modules and sites to switch on: this is a copy that has lost its symbolic links. No site was ' +
  'read or migrated, and which modules are loaded is not known.';
const FOLDER_LOST =
  'There is no sites-enabled, though there are sites to switch on: this copy lacks the symbolic links in it. No site was read or migrated.';
const REST =
  'Copy the tree with its links (tar, rsync -a; `httpd-codemod collect` lists what it needs), and migrate that.';
