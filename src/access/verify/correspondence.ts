import type { Correspondence } from '../proof.ts';
import { rootRelative } from '../request/map-address.ts';
import type { AccessLine, AccessSection } from '../sections.ts';
import { isContainer } from '../sections.ts';
import type { TreePair } from './example-request.ts';
import type { FolderMap } from './folder-map.ts';
import type { HostMatch } from './match-hosts.ts';

/** How the sections of two trees are held against each other, so that what is the same has the same name. */
export function correspondenceOf(
  { before, after }: TreePair,
  hosts: HostMatch,
  folders: FolderMap,
): Correspondence {
  const compared = new Set(hosts.beforeOf.values());
  const oldRoot = before.model.statedRoot;
  const newRoot = after.model.statedRoot;
  const oldFile = (path: string) => rootRelative(path, oldRoot);
  const newFile = (path: string) => folders.pathOf(rootRelative(path, newRoot));
  return {
    serverOf: (server) =>
      hosts.beforeOf.get(server) ?? (server.kind === 'virtualhost' ? null : before.model.main),
    isCompared: (server) => server.kind !== 'virtualhost' || compared.has(server),
    placeBefore: (section) => withFiles(section, oldFile),
    placeAfter: (section) => folders.place(withFiles(section, newFile)),
    logins: { fileBefore: oldFile, fileAfter: newFile },
  };
}

const FILE_DIRECTIVES: ReadonlySet<string> = new Set(['authgroupfile', 'authdbmgroupfile']);

/** The section with the files of its groups by their whole names. */
function withFiles(section: AccessSection, nameOf: (path: string) => string): AccessSection {
  if (!section.entries.some((entry) => !isContainer(entry) && FILE_DIRECTIVES.has(entry.name)))
    return section;
  const entries = section.entries.map((entry) => (isContainer(entry) ? entry : withFile(entry, nameOf)));
  return { ...section, entries };
}

function withFile(line: AccessLine, nameOf: (path: string) => string): AccessLine {
  const [path, ...rest] = line.args;
  return FILE_DIRECTIVES.has(line.name) && path !== undefined
    ? { ...line, args: [nameOf(path), ...rest] }
    : line;
}
