import type { ExpandedRule } from '../../src/access/index.ts';
import { appendArgument, inFile } from '../../src/transform/index.ts';
import type { FileEdit } from '../../src/transform/index.ts';

/** Puts flags into the brackets of a rule, or brackets behind it. */
export function addFlags({ line, flags }: ExpandedRule, added: string): FileEdit[] {
  const { file, node } = line;
  const word = node.args[2];
  if (word === undefined) return appendArgument(line, `[${added}]`);
  const end = file.source.text.lastIndexOf(']', word.span.end - 1);
  const isEmpty = flags.every((flag) => flag === '');
  return inFile(file, [{ span: { start: end, end }, text: isEmpty ? added : `,${added}` }]);
}
