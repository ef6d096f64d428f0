import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/**
 * The diff with terminal colours, line by line. Sanitize first if it goes to a terminal: afterwards the colours'
 * own escapes would be made visible too.
 */
export function colorizeDiff(diff: string): string {
  // Lines of the hunk still to come: only behind them can `--- x` be a header and not a removed line.
  let removed = 0;
  let added = 0;
  const styleOf = (line: string): Style | null => {
    const counts = removed + added === 0 ? HUNK.exec(line) : null;
    if (counts !== null) {
      removed = Number(counts[1] ?? 1);
      added = Number(counts[2] ?? 1);
      return 'cyan';
    }
    if (removed + added === 0) return line.startsWith('\\') ? null : 'bold';
    if (line.startsWith('\\')) return null;
    if (!line.startsWith('+')) removed--;
    if (!line.startsWith('-')) added--;
    return line.startsWith('-') ? 'red' : line.startsWith('+') ? 'green' : null;
  };
  return diff
    .split('\n')
    .map((line) => paint(line, styleOf(line)))
    .join('\n');
}

function paint(line: string, style: Style | null): string {
  // validateStream: whether colours are wanted is for the caller to know, not for this process's stdout.
  return style === null || line === '' ? line : styleText(style, line, { validateStream: false });
}
