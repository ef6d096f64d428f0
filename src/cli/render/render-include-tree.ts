import { includesByFile, isReadFirst } from '../../model/index.ts';
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
  const roots = [...model.files.values()].filter((file) => file.role === 'config' && isReadFirst(file));
  return roots.flatMap((root) => linesOf(root, ''));
}
