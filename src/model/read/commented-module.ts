import type { Comment } from '../../syntax/index.ts';
import type { ModelFile } from '../types.ts';

/** Whether the file speaks of LoadModule at all; asked once, so that comments elsewhere cost nothing. */
const answers = new WeakMap<ModelFile, boolean>();

const COMMENTED = /^#[#\s]*LoadModule[ \t]+"?(\w+_module)"?[ \t]+(?:"([^"]+)"|(\S+))\s*$/i;

/** The LoadModule line that the comment would be without its `#`; null for any other comment. */
export function readCommentedModule(
  comment: Comment,
  file: ModelFile,
): { readonly identifier: string; readonly modulePath: string } | null {
  if (!hasCommentedModules(file)) return null;
  const { start, end } = comment.body;
  const [, identifier, quoted, bare] = COMMENTED.exec(file.source.text.slice(start, end)) ?? [];
  const modulePath = quoted ?? bare;
  return identifier === undefined || modulePath === undefined ? null : { identifier, modulePath };
}

function hasCommentedModules(file: ModelFile): boolean {
  let answer = answers.get(file);
  if (answer === undefined) {
    answer = /LoadModule/i.test(file.source.text);
    answers.set(file, answer);
  }
  return answer;
}
