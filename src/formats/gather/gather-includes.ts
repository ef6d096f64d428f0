import type { IncludeLine, ModelFile, ServerModel } from '../../model/index.ts';
import { printable } from '../../report/index.ts';
import { positionAt } from '../../text/index.ts';
import type { IncludeNode } from '../report-data.ts';

const OUTCOMES: Readonly<Record<IncludeLine['outcome'], string>> = {
  read: '',
  'no-match': 'matches nothing',
  missing: 'missing',
  outside: 'not in this copy of the tree',
  unreadable: "can't be read",
  cycle: 'includes itself',
  'too-deep': 'too deep',
  unknown: 'depends on a variable',
};

/** The files that are read, as a tree of Include lines; what a file includes stands where it is read first. */
export function gatherIncludes(
  model: ServerModel,
  changed: ReadonlySet<string>,
  displayPath: (path: string) => string,
): IncludeNode[] {
  const byFile = includesByFile(model);
  const shown = new Set<ModelFile>();
  const nodeOf = (file: ModelFile): IncludeNode => {
    const isAgain = shown.has(file);
    shown.add(file);
    return {
      path: printable(displayPath(file.path)),
      isChanged: changed.has(file.path),
      isAgain,
      includes: isAgain ? [] : (byFile.get(file) ?? []).map(includeOf),
    };
  };
  const includeOf = ({ occurrence: { node, file, args }, outcome, files }: IncludeLine) => ({
    line: positionAt(file.source.text, node.span.start).line,
    text: printable(`${node.name.value} ${args.join(' ')}`),
    note: OUTCOMES[outcome],
    files: files.map(nodeOf),
  });
  return [...model.files.values()].filter(isRoot).map(nodeOf);
}

/** Read first, or found beside: .htaccess files. */
function isRoot({ role, reachedBy }: ModelFile): boolean {
  return role === 'htaccess' || reachedBy.length === 0 || reachedBy.some((chain) => chain.length === 0);
}

/** A file that is read twice has each of its lines twice: the first reading tells. */
function includesByFile({ includes }: ServerModel): Map<ModelFile, IncludeLine[]> {
  const byFile = new Map<ModelFile, IncludeLine[]>();
  const seen = new Set<object>();
  for (const include of includes) {
    const { file, node } = include.occurrence;
    if (seen.has(node)) continue;
    seen.add(node);
    byFile.set(file, [...(byFile.get(file) ?? []), include]);
  }
  return byFile;
}
