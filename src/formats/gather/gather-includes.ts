import { includesByFile, isReadFirst } from '../../model/index.ts';
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
  return [...model.files.values()]
    .filter((file) => file.role === 'htaccess' || isReadFirst(file))
    .map(nodeOf);
}
