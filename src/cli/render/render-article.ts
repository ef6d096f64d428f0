import { showChange } from '../../explain/index.ts';
import type { Article, ArticlePart, Change } from '../../explain/index.ts';
import { painter, wrapWords } from '../../report/index.ts';
import type { Paint } from '../../report/index.ts';

const WIDEST = 92;
const INDENT = '  ';

/** An article for the terminal: headings, and texts below them that are indented and wrapped. @param columns 0: as wide as is good to read */
export function renderArticle({ title, parts }: Article, color: boolean, columns: number): string {
  const paint = painter(color);
  const width = columns === 0 ? WIDEST : Math.min(WIDEST, columns);
  const paragraphs = parts.map((part) => `${paint.strong(part.heading)}\n${bodyOf(part, paint, width)}\n`);
  return [`${paint.strong(title)}\n`, ...paragraphs].join('\n');
}

function bodyOf(part: ArticlePart, paint: Paint, width: number): string {
  switch (part.type) {
    case 'text':
      return wrapped(part.text.split('\n'), INDENT, width);
    case 'list':
      return wrapped(part.items, INDENT + INDENT, width);
    case 'names':
      return wrapped(
        part.names.map(({ id, title }) => `${id}: ${title}`),
        INDENT + INDENT,
        width,
      );
    case 'change':
      return changeLines(part.change, paint);
  }
}

/** @param indent of the second and later rows of a line */
function wrapped(lines: readonly string[], indent: string, width: number): string {
  return lines.map((line) => wrapWords(INDENT + line, width, indent)).join('\n');
}

function changeLines(change: Change, paint: Paint): string {
  const { lines, note } = showChange(change);
  const shown = lines.map(({ sign, text }) => INDENT + painted(`${sign} ${text}`.trimEnd(), sign, paint));
  return [...shown, ...(note === '' ? [] : [`${INDENT}(${note})`])].join('\n');
}

function painted(line: string, sign: '-' | '+' | ' ', paint: Paint): string {
  if (sign === ' ') return line;
  return sign === '-' ? paint.removed(line) : paint.added(line);
}
