import { linesNamed, occurrencesOf, scopesOf } from '../../model/index.ts';
import type { Occurrence, Scope, ServerModel, Unknown } from '../../model/index.ts';
import { completePath, folderComponents, isOfWindows } from '../folders/paths.ts';

/**
 * Folders of a Windows server that are written in capitals here and in small letters there. To Windows they are one (apr_filepath_merge with
 * APR_FILEPATH_TRUENAME gives them the name that is on the disk), to all that compares them here they are two.
 */
export function spelledFolders(model: ServerModel): Unknown[] {
  if (!isOfWindows(model)) return [];
  const items = [
    // These are called as on the disk.
    ...model.htaccess.map(({ scope }) => scope),
    ...linesNamed(model, (name) => /^(?:documentroot|(?:script)?alias)$/.test(name)),
    ...scopesOf(model, 'directory'),
  ];
  const known = new Map<string, string>();
  return items.flatMap((item) => {
    const written = item.args.at(-1);
    const other = written === undefined ? null : otherSpelling(completePath(written, model), known);
    return other === null ? [] : (spelledTwice(item, other) ?? []);
  });
}

/**
 * A root without its drive on a server that loads files of Windows: all paths begin with a drive there, and which one patterns and expressions are
 * compared with is not known.
 */
export function rootWithoutDrive(model: ServerModel): Unknown[] {
  if (isOfWindows(model) || !model.statedRoot.startsWith('/')) return [];
  const library = occurrencesOf(model, 'loadmodule').find(({ args }) => /\.dll$/i.test(args[1] ?? ''));
  const line = occurrencesOf(model, 'serverroot').find(({ node }) => node !== null);
  if (library === undefined || line === undefined || line.node === null) return [];
  const [root = ''] = line.args;
  return [
    {
      kind: 'spelling',
      path: line.file.path,
      offset: line.node.span.start,
      subject: `ServerRoot ${root}`,
      below: null,
      message: `ServerRoot ${root} names no drive, and this server runs on Windows (it loads ${library.args[1]}): its paths begin with a drive, and patterns and expressions are matched against those, so who gets in would come out wrong. Write the drive, as in C:${root}, then run this again.`,
      bearing: 'access',
    },
  ];
}

/** The part of the path that was met before in other letters, as it was then; null if there is none. */
function otherSpelling(path: string, known: Map<string, string>): string | null {
  let spelled = '';
  for (const component of folderComponents(path)) {
    spelled += `/${component}`;
    const folder = spelled.toLowerCase();
    const before = known.get(folder) ?? spelled;
    known.set(folder, before);
    if (before !== spelled) return before.slice(1);
  }
  return null;
}

function spelledTwice(item: Occurrence | Scope, other: string): Unknown | null {
  if (item.node === null) return null;
  const { start } = 'open' in item.node ? item.node.open.span : item.node.span;
  const written = item.args.at(-1) ?? '';
  return {
    kind: 'spelling',
    path: item.file.path,
    offset: start,
    subject: written,
    below: written,
    message: `${written} and ${other} differ in capitals: Windows takes them for one folder, and here they would be compared as two, so who gets in would come out wrong. Write both as the folder is called, then run this again.`,
    bearing: 'access',
  };
}
