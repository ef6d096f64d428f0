import type { ConfigtestResult, ServerMessage } from '../../configtest/index.ts';
import { painter, plural, printable } from '../../report/index.ts';
import type { TextStyle } from '../../report/index.ts';
import type { NamedCheck } from '../migrate/run-checks.ts';

type Answered = Exclude<ConfigtestResult, { type: 'failed' }>;

/** What the 2.4 server said, as lines for people; '' if nobody asked it. */
export function renderChecks(checks: readonly NamedCheck[], style: TextStyle): string {
  return checks
    .map(({ path, result }, index) => {
      if (result.type === 'failed') {
        return `httpd-codemod: --configtest, ${printable(path)}: ${printable(result.message)}\n`;
      }
      if (result.type === 'refused') return renderRefusal(result, style);
      // Of a tree that was also read where it lies, that is the last word.
      const isLast = !checks.slice(index + 1).some((later) => later.path === path);
      return style.quiet || !isLast ? '' : renderAcceptance(result, checks, style);
    })
    .join('');
}

function renderRefusal(result: Answered, style: TextStyle): string {
  const where = result.of === 'staged' ? 'the result' : 'the written files';
  const head = `httpd-codemod: ${nameOf(result)} refuses ${where} (${result.asked}):\n`;
  const shown = style.verbose ? result.messages : result.messages.filter((one) => !WARNING.test(one.text));
  const messages = shown.map((message) => renderMessage(message, style));
  return `${head}${messages.join('')}${renderNotes(result.notes)}`;
}

/** What the server says of trees that it accepts, too: names that don't resolve, folders that are missing, old directives. */
const WARNING = /\bAH(?:00112|00117|00547|00548|00549|00557|00558): /;

function renderMessage({ text, place }: ServerMessage, style: TextStyle): string {
  if (place === null) return `  ${printable(text)}\n`;
  const { path, position, line, by } = place;
  const file = `${printable(style.displayPath(path))}:${position.line}:${position.column}`;
  const makers = by.map(({ transform, title }) => `    made by ${transform}: ${printable(title)}\n`);
  const origin = makers.length > 0 ? makers.join('') : `    ${NOBODY}\n`;
  return `${painter(style.color).strong(file)} ${printable(withoutPlace(text))}\n    > ${printable(line)}\n${origin}`;
}

const NOBODY = 'the line is as in the original: no transform has changed it';

/** The place is said before, as it is in the original; the server counts the lines of the result. */
function withoutPlace(text: string): string {
  return text.replace(/(?:\S+: )?Syntax error on line \d+ of .*?:(?: |$)/g, '');
}

function renderAcceptance(result: Answered, checks: readonly NamedCheck[], style: TextStyle): string {
  const of = checks.map((check) => check.result).filter((one) => one.type !== 'failed');
  const staged = of.find((one) => one.of === 'staged')?.asked ?? '';
  const where =
    result.of === 'staged'
      ? `before it is written (${staged})`
      : `before it was written (${staged}), and in its place (${result.asked})`;
  const notes = renderNotes([...new Set(of.flatMap((one) => one.notes))]);
  const lines = of.flatMap(({ messages }) => messages.map(({ text }) => `  ${printable(text)}\n`));
  const warnings = [...new Set(lines)];
  const folded =
    warnings.length === 0 ? '' : `  it said ${plural(warnings.length, 'more line')}: --verbose shows them\n`;
  return `${nameOf(result)} accepts the result ${where}.\n${notes}${style.verbose ? warnings.join('') : folded}`;
}

function renderNotes(notes: readonly string[]): string {
  return notes.map((note) => `  ${printable(note)}\n`).join('');
}

function nameOf({ server: { name, version } }: Answered): string {
  return `${printable(name)}${version === null ? '' : ` (${version})`}`;
}
