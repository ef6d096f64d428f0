import type { ServerModel } from '../../model/index.ts';
import { rememberWeakly } from '../../text/index.ts';
import { joinComponents } from './paths.ts';

/** The outermost folder of a path that is certainly not there, while the one around it can be looked into; null: none. */
export type AbsentFolders = (folder: readonly string[]) => readonly string[] | null;

/** What a copy does not hold may be there. */
export const absentFolders: (model: ServerModel) => AbsentFolders = rememberWeakly((model) => {
  if (model.kind !== 'server' || model.statedRoot !== model.serverRoot) return () => null;
  const known = new Map<string, readonly string[] | null>();
  const isThere = (folder: readonly string[], truth: 'yes' | 'no') =>
    model.hasFolder(joinComponents(folder)) === truth;
  const find: AbsentFolders = (folder) => {
    if (folder.length === 0 || !isThere(folder, 'no')) return null;
    const around = folder.slice(0, -1);
    return isThere(around, 'yes') ? folder : absent(around);
  };
  const absent: AbsentFolders = (folder) => {
    const path = joinComponents(folder);
    const found = known.has(path) ? (known.get(path) ?? null) : find(folder);
    known.set(path, found);
    return found;
  };
  return absent;
});
