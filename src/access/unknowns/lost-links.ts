import { posix } from 'node:path';
import type { ServerModel, Unknown } from '../../model/index.ts';

/**
 * A copy of Debian's layout whose links were left out (rsync without -l): there are modules and sites, and nothing is switched on. A
 * server has links to modules from its package on.
 */
export function lostLinks(model: ServerModel): Unknown[] {
  const { layout, serverRoot, statedRoot, includes } = model;
  if (layout !== 'debian') return [];
  const countIn = (folder: string) => model.itemsIn(posix.join(serverRoot, folder))?.length ?? null;
  const isLost = (kind: string) =>
    countIn(`${kind}-enabled`) === 0 && (countIn(`${kind}-available`) ?? 0) > 0;
  if (!isLost('mods') || !isLost('sites')) return [];
  const line = includes.find(({ path }) => /\/sites-enabled(?:\/|$)/.test(path))?.occurrence;
  if (line === undefined) return [];
  return [
    {
      kind: 'context',
      path: line.file.path,
      offset: line.node.name.span.start,
      subject: posix.join(statedRoot, 'sites-enabled'),
      below: null,
      message: MESSAGE,
      bearing: 'access',
    },
  ];
}

const MESSAGE =
  'mods-enabled and sites-enabled are empty, though there are modules and sites to switch on: this is a copy that has lost its symbolic links. No site was ' +
  'read or migrated, and which modules are loaded is not known. Copy the tree with its links (tar, rsync -a; `httpd-codemod collect` lists what it needs), and ' +
  'migrate that.';
