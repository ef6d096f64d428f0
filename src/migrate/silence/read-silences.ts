import type { ModelFile } from '../../model/index.ts';
import type { Comment, Document, Node } from '../../syntax/index.ts';
import type { Span } from '../../text/index.ts';

/** A comment that silences findings: `# httpd-codemod: ignore RULE -- reason`. */
export interface SilenceComment {
  readonly file: ModelFile;
  readonly comment: Comment;
  /** Findings that start here; null where the comment has nothing to speak of, and `fault` says why. */
  readonly reach: Span | 'file' | null;
  /** `rule` or `rule/message-id`; [] for all but errors. */
  readonly rules: readonly string[];
  readonly reason: string;
  readonly fault: 'unknown-word' | 'no-section' | 'no-line' | null;
}

const MARK = /httpd-codemod:/i;
const SHAPE = /^#+\s*httpd-codemod:\s*([\w-]*)[ \t]*([^]*)$/i;

/** The comments of a file that speak to this program, in file order. */
export function readSilences(file: ModelFile): SilenceComment[] {
  // Nearly all files have none, and this is asked of each.
  if (!MARK.test(file.source.text)) return [];
  return commentsIn(file.document).flatMap((placed) => silenceOf(file, placed));
}

interface PlacedComment {
  readonly comment: Comment;
  /** The first line behind it that is no comment; null where its section, or the file, ends. */
  readonly next: Node | null;
  /** The section around it. */
  readonly around: Node | null;
}

function commentsIn(document: Document): PlacedComment[] {
  const found: PlacedComment[] = [];
  const visit = (nodes: readonly Node[], around: Node | null): void => {
    for (const [index, node] of nodes.entries()) {
      if (node.type === 'section') visit(node.children, node);
      if (node.type !== 'comment') continue;
      const next = nodes.slice(index + 1).find(({ type }) => type !== 'comment' && type !== 'blank');
      found.push({ comment: node, next: next ?? null, around });
    }
  };
  visit(document.children, null);
  return found;
}

function silenceOf(file: ModelFile, { comment, next, around }: PlacedComment): SilenceComment[] {
  const [, word, rest = ''] = SHAPE.exec(file.source.text.slice(comment.body.start, comment.body.end)) ?? [];
  if (word === undefined) return [];
  const [names = '', ...reason] = rest.split(/(?:^|\s)--(?:\s|$)/);
  const rules = names.split(/[\s,]+/).filter((name) => name !== '');
  const silence = { file, comment, rules, reason: reason.join(' -- ').replace(/\s+/g, ' ').trim() };
  switch (word.toLowerCase()) {
    case 'ignore':
      return [
        next === null
          ? { ...silence, reach: null, fault: 'no-line' }
          : { ...silence, reach: lineOf(next), fault: null },
      ];
    case 'ignore-section':
      return [
        around === null
          ? { ...silence, reach: null, fault: 'no-section' }
          : { ...silence, reach: around.span, fault: null },
      ];
    case 'ignore-file':
      return [{ ...silence, reach: 'file', fault: null }];
    default:
      return [{ ...silence, reach: null, fault: 'unknown-word' }];
  }
}

/** Of a section its opening line. */
function lineOf(node: Node): Span {
  return node.type === 'section' ? node.open.span : node.span;
}
