import { commentedDirective } from '../../syntax/index.ts';
import type { Comment } from '../../syntax/index.ts';
import { BOM } from '../../text/index.ts';
import type { ModelFile } from '../types.ts';

/** The LoadModule line that the comment would be without its `#`; null for any other comment, and for prose. */
export function readCommentedModule(
  comment: Comment,
  file: ModelFile,
): { readonly identifier: string; readonly modulePath: string } | null {
  if (!mayNameModule(comment.span.start, file.source.text)) return null;
  const { start, end } = comment.body;
  if (!/^#[#\s]*LoadModule\s/i.test(file.source.text.slice(start, end))) return null;
  const [identifier = '', modulePath, more] = commentedDirective(file.document, comment)?.args ?? [];
  const isWhole = /^\w+_module$/.test(identifier) && modulePath !== undefined && more === undefined;
  return isWhole ? { identifier, modulePath } : null;
}

/** Whether an L comes first behind blanks and number signs, and a byte order mark before them: most comments are prose. */
function mayNameModule(start: number, text: string): boolean {
  FIRST_LETTER.lastIndex = start;
  return FIRST_LETTER.test(text);
}

const FIRST_LETTER = new RegExp(`(?:${BOM})?[#\\t\\v\\f\\r \\u00a0]*L`, 'iy');
