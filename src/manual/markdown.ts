import { showChange } from '../explain/index.ts';
import type { Article, ArticlePart, Change } from '../explain/index.ts';

/** Where a name that `explain` takes has its page, relative to docs/rules; null if it has none. */
export type Locate = (id: string) => string | null;

/** The parts of an article as Markdown, each under a heading of the given depth. */
export function partsAsMarkdown({ parts }: Article, depth: number, locate: Locate): string {
  const sections = parts.map(
    (part) => `${'#'.repeat(depth)} ${escapeText(part.heading)}\n\n${bodyOf(part, locate)}\n`,
  );
  return sections.join('\n');
}

/** `[text](target)`, or the text alone. */
export function link(text: string, target: string | null): string {
  return target === null ? escapeText(text) : `[${escapeText(text)}](${target})`;
}

/** A row of a table. */
function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |\n`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(tableRow).join('');
}

/** Text in which `code` stays code, and nothing else is read as Markdown or HTML. Within a word `_` is no mark. */
export function escapeText(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((piece) => (piece.startsWith('`') ? piece : piece.replaceAll(/[\\<*[\]]|\b_|_\b/g, String.raw`\$&`)))
    .join('');
}

function bodyOf(part: ArticlePart, locate: Locate): string {
  switch (part.type) {
    case 'text':
      return part.text.split('\n').map(textLine).join('  \n');
    case 'list':
      return part.items
        .map((item) => `- ${part.heading.startsWith('Messages of') ? code(item) : escapeText(item)}`)
        .join('\n');
    case 'names':
      return part.names.map(({ id, title }) => `- ${link(id, locate(id))}: ${escapeText(title)}`).join('\n');
    case 'change':
      return changeBlock(part.change);
  }
}

function textLine(line: string): string {
  return /^https?:\S+$/.test(line) ? `<${line}>` : escapeText(line);
}

/** With as many backticks around it as the text needs. */
function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

function changeBlock(change: Change): string {
  const { lines, note } = showChange(change);
  const isSame = lines.every(({ sign }) => sign === ' ');
  const shown = lines.map(({ sign, text }) => (isSame ? text : `${sign}${text}`.trimEnd()));
  const block = ['```' + (isSame ? 'apache' : 'diff'), ...shown, '```'].join('\n');
  return note === '' ? block : `${block}\n\n(${escapeText(note)})`;
}
