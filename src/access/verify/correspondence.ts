import { authnAliases } from '../sections/authn-aliases.ts';
import type { UserNames } from '../proof/login-difference.ts';
import type { Correspondence } from '../proof/correspondence.ts';
import type { RequestTree } from '../request/request-tree.ts';
import { completePath, normalPath } from '../folders/paths.ts';
import { mapLines, reworded } from '../sections/written-line.ts';
import type { AccessLine, AccessSection } from '../sections/types.ts';
import { splitWords } from '../policy/index.ts';
import { requireText } from '../sections/require-text.ts';
import type { TreePair } from './tree-pairs.ts';
import type { FolderMap } from './folder-map.ts';
import type { HostMatch } from './match-hosts.ts';
import type { Placeholders } from './placeholders.ts';

/** How the sections of two trees are compared with each other, so that what is the same has the same name. */
export function correspondenceOf(
  { before, after }: TreePair,
  hosts: HostMatch,
  folders: FolderMap,
  { fill }: Placeholders,
): Correspondence {
  const compared = new Set(hosts.beforeOf.values());
  const oldFile = (path: string) => normalPath(completePath(path, before.model));
  const newFile = (path: string) => folders.pathOf(normalPath(completePath(path, after.model)));
  return {
    serverOf: (server) =>
      hosts.beforeOf.get(server) ?? (server.kind === 'virtualhost' ? null : before.model.main),
    isCompared: (server) => server.kind !== 'virtualhost' || compared.has(server),
    placeBefore: (section) => fill(withFiles(section, oldFile)),
    placeAfter: (section) =>
      folders.place(withExpressions(fill(withFiles(section, newFile)), folders.patternOf)),
    folderAfter: (folder) => folders.folderOf(folder),
    patternAfter: (text) => folders.patternOf(text),
    isEdited: false,
    logins: { before: userNames(before, oldFile), after: userNames(after, newFile) },
  };
}

function userNames({ model }: RequestTree, file: (path: string) => string): UserNames {
  const aliases = new Map<string, ReturnType<UserNames['alias']>>();
  for (const { provider, name, lines } of authnAliases(model)) {
    aliases.set(name, { provider, lines: lines.map((line) => [line.name, ...line.args] as const) });
  }
  return { file, alias: (provider) => aliases.get(provider) ?? null };
}

const FILE_DIRECTIVES: ReadonlySet<string> = new Set(['authgroupfile', 'authdbmgroupfile']);

/** The section with the files of its groups by their whole names. */
function withFiles(section: AccessSection, nameOf: (path: string) => string): AccessSection {
  return withLines(section, (line) => withFile(line, nameOf));
}

function withFile(line: AccessLine, nameOf: (path: string) => string): AccessLine {
  const [path, ...rest] = line.args;
  return FILE_DIRECTIVES.has(line.name) && path !== undefined
    ? reworded(line, { text: line.text, args: [nameOf(path), ...rest] })
    : line;
}

/** The section whose expressions write folders out as the first tree calls them. */
function withExpressions(section: AccessSection, patternOf: (text: string) => string): AccessSection {
  return withLines(section, (line) => withExpression(line, patternOf));
}

function withLines(section: AccessSection, change: (line: AccessLine) => AccessLine): AccessSection {
  const entries = mapLines(section.entries, change);
  return entries === section.entries ? section : { ...section, entries };
}

function withExpression(line: AccessLine, patternOf: (text: string) => string): AccessLine {
  const isExpression = line.name === 'require' && /^(?:not|expr)$/i.test(line.args[0] ?? '');
  if (!isExpression) return line;
  const written = line.text ?? requireText(line.occurrence);
  const text = patternOf(written);
  return text === written ? line : reworded(line, { text, args: splitWords(text) });
}
