import { rememberWeakly } from '../../text/index.ts';
import { commentedDirective } from '../../syntax/index.ts';
import type { Comment } from '../../syntax/index.ts';
import type { ModelFile } from '../types.ts';

/** The LoadModule line that the comment would be without its `#`; null for any other comment, and for prose. */
export function readCommentedModule(
  comment: Comment,
  file: ModelFile,
): { readonly identifier: string; readonly modulePath: string } | null {
  if (!hasCommentedModules(file)) return null;
  const { start, end } = comment.body;
  if (!/^#[#\s]*LoadModule\s/i.test(file.source.text.slice(start, end))) return null;
  const [identifier = '', modulePath, more] = commentedDirective(file.document, comment)?.args ?? [];
  const isWhole = /^\w+_module$/.test(identifier) && modulePath !== undefined && more === undefined;
  return isWhole ? { identifier, modulePath } : null;
}

/** Whether the file speaks of LoadModule at all; asked once, so that comments elsewhere cost nothing. */
const hasCommentedModules = rememberWeakly(({ source }: ModelFile) => /LoadModule/i.test(source.text));
