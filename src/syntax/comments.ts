import { applyEdits, type TextEdit } from '../text/index.ts';
import { LONGEST_LINE_22 } from './logical-line.ts';
import type { Comment, Document, Node } from './nodes.ts';
import { parse } from './parse.ts';
import { placeOf } from './parents.ts';
import { isLetter } from './plain-line.ts';

/** The comments right above a node, no blank line between: they belong to it. In file order. */
export function leadingComments(document: Document, node: Node): Comment[] {
  if (!mayFollowComment(document, node)) return [];
  const place = placeOf(document, node);
  const siblings = (place?.parent ?? document).children;
  const end = place?.index ?? 0;
  let start = end;
  while (siblings[start - 1]?.type === 'comment') start--;
  return siblings.slice(start, end) as Comment[];
}

/** Whether the line before a node may be one of a comment. A line that begins with a letter, and goes on with none before it, is not. */
function mayFollowComment({ engine, source: { text } }: Document, { span }: Node): boolean {
  const end = span.start;
  if (engine === 'm4' || text[end - 1] !== '\n') return true;
  const start = text.lastIndexOf('\n', end - 2) + 1;
  if (end - start > LONGEST_LINE_22 || text[start - 2] === '\\' || text[start - 3] === '\\') return true;
  let at = start;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return !isLetter(text.charCodeAt(at));
}

/**
 * Makes a comment a live line: takes off `#` and the white space behind it, and the `#` that its continuation lines
 * begin with. The indentation before the `#` stays.
 */
export function uncomment(document: Document, comment: Comment): TextEdit[] {
  const { start, end } = comment.body;
  const body = document.source.text.slice(start, end);
  const edits: TextEdit[] = [];
  for (const match of body.matchAll(/^#+[ \t]*|(?<=\n[ \t]*)#/g)) {
    edits.push({
      span: { start: start + match.index, end: start + match.index + match[0].length },
      text: '',
    });
  }
  return edits;
}

/** The directive that a comment would be without its `#`; prose gives one, too: look at the name. Null for a section's line or none. */
export function commentedDirective(
  document: Document,
  comment: Comment,
): { readonly name: string; readonly args: readonly string[] } | null {
  const { source } = document;
  const { start, end } = comment.body;
  const edits = uncomment(document, comment).map(({ span, text }) => ({
    span: { start: span.start - start, end: span.end - start },
    text,
  }));
  const text = applyEdits(source.text.slice(start, end), edits);
  const node = parse({ path: source.path, text }).children[0];
  if (node?.type !== 'directive') return null;
  return { name: node.name.value, args: node.args.map((arg) => arg.value) };
}
