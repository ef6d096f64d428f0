import { showChange } from '../../explain/index.ts';
import type { Article, ArticlePart, Change } from '../../explain/index.ts';
import { painter, wrapWords } from '../../report/index.ts';
import type { Paint } from '../../report/index.ts';

const WIDTH = 92;
const INDENT = '  ';

/** An article for the terminal: headings, and texts below them that are indented and wrapped. */
export function renderArticle({ title, parts }: Article, color: boolean): string {
  const paint = painter(color);
  const paragraphs = parts.map((part) => `${paint.strong(part.heading)}\n${bodyOf(part, paint)}\n`);
  return [`${paint.strong(title)}\n`, ...paragraphs].join('\n');
}

function bodyOf(part: ArticlePart, paint: Paint): string {
  switch (part.type) {
    case 'text':
      return wrapped(part.text.split('\n'), INDENT);
    case 'list':
      return wrapped(part.items, INDENT + INDENT);
    case 'names':
      return wrapped(
        part.names.map(({ id, title }) => `${id}: ${title}`),
        INDENT + INDENT,
      );
    case 'change':
      return changeLines(part.change, paint);
  }
}

/** @param indent of the second and later rows of a line */
function wrapped(lines: readonly string[], indent: string): string {
  return lines.map((line) => wrapWords(INDENT + line, WIDTH, indent)).join('\n');
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
