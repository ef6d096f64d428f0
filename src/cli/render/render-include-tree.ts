import type { IncludeLine, ModelFile, ServerModel } from '../../model/index.ts';
import { printable } from '../../report/index.ts';
import type { PlaceNamer } from './place-namer.ts';

/** What an Include line that led to no file is followed by. */
const OUTCOME_WORDS: Readonly<Record<IncludeLine['outcome'], string>> = {
  read: '',
  'no-match': ' (matches nothing)',
  missing: ' (missing)',
  outside: ' (not in this copy of the tree)',
  unreadable: " (can't be read)",
  cycle: ' (is being read already: a cycle)',
  'too-deep': ' (too deep)',
  unknown: ' (depends on a variable)',
};

/** The files that the entry leads to, as an indented tree of Include lines; a file's own Includes are shown once. */
export function includeTreeLines(model: ServerModel, places: PlaceNamer): string[] {
  const includes = includesByFile(model);
  const shown = new Set<ModelFile>();
  const linesOf = (file: ModelFile, indent: string): string[] => {
    const isAgain = shown.has(file);
    shown.add(file);
    const below = isAgain ? [] : (includes.get(file) ?? []);
    const head = `${indent}${places.file(file.path)}${isAgain ? ' (again)' : ''}`;
    return [head, ...below.flatMap((include) => includeLines(include, `${indent}  `))];
  };
  const includeLines = (include: IncludeLine, indent: string): string[] => {
    const { file, node, args } = include.occurrence;
    const line = places.lineNumber(file, node.span.start);
    const head = `${indent}${line}: ${node.name.value} ${printable(args.join(' '))}`;
    const note = `${OUTCOME_WORDS[include.outcome]}${include.occurrence.on22 === 'no' ? ' (not read by 2.2)' : ''}`;
    return [head + note, ...include.files.flatMap((child) => linesOf(child, `${indent}  `))];
  };
  const roots = [...model.files.values()].filter(
    ({ role, reachedBy }) => role === 'config' && isRoot(reachedBy),
  );
  return roots.flatMap((root) => linesOf(root, ''));
}

function isRoot(reachedBy: ModelFile['reachedBy']): boolean {
  return reachedBy.length === 0 || reachedBy.some((chain) => chain.length === 0);
}

/** A file that is read twice has each of its Include lines twice; the first reading tells. */
function includesByFile({ includes }: ServerModel): Map<ModelFile, IncludeLine[]> {
  const byFile = new Map<ModelFile, IncludeLine[]>();
  const seen = new Set<object>();
  for (const include of includes) {
    const { file, node } = include.occurrence;
    if (seen.has(node)) continue;
    seen.add(node);
    const ofFile = byFile.get(file);
    if (ofFile === undefined) byFile.set(file, [include]);
    else ofFile.push(include);
  }
  return byFile;
}
