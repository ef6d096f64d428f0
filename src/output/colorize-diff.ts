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
  const lines = diff.split('\n').map((text) => ({ text, style: styleOf(text) }));
  const changed = emphasized(
    lines.map(({ text, style }) => (style === 'red' || style === 'green' ? text : '')),
  );
  return lines.map(({ text, style }, at) => changed.get(at) ?? paint(text, style)).join('\n');
}

/** Where as many lines come as go, each is compared with its own: what differs in it is shown reversed. By the number of the line. */
function emphasized(lines: readonly string[]): Map<number, string> {
  const painted = new Map<number, string>();
  for (let at = 0; at < lines.length;) {
    const removed = countFrom(lines, at, '-');
    const added = countFrom(lines, at + removed, '+');
    const pairs = removed === added ? removed : 0;
    for (let line = at; line < at + pairs; line++) {
      const [old, now] = emphasizePair(lines[line] ?? '', lines[line + removed] ?? '');
      if (old === undefined || now === undefined) continue;
      painted.set(line, old);
      painted.set(line + removed, now);
    }
    at += Math.max(1, removed + added);
  }
  return painted;
}

function countFrom(lines: readonly string[], start: number, mark: string): number {
  let at = start;
  while (lines[at]?.startsWith(mark) === true) at++;
  return at - start;
}

/** [] where the lines have nothing but their indent in common, or all. */
function emphasizePair(old: string, now: string): string[] {
  const [before, after] = [old, now].map((line) => line.slice(1).split(/(?<=\s)(?=\S)|(?<=\S)(?=\s)/));
  if (before === undefined || after === undefined) return [];
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const isAlike = [...before.slice(0, head), ...before.slice(before.length - tail)].join('').trim() !== '';
  if (!isAlike || head + tail === Math.max(before.length, after.length)) return [];
  const show = (mark: string, words: readonly string[], style: 'red' | 'green') => {
    const middle = words.slice(head, words.length - tail).join('');
    const [lead, rest] = [words.slice(0, head).join(''), words.slice(words.length - tail).join('')];
    return (
      paint(mark + lead, style) +
      (middle === '' ? '' : paint(middle, [style, 'inverse'])) +
      paint(rest, style)
    );
  };
  return [show('-', before, 'red'), show('+', after, 'green')];
}

function paint(line: string, style: Style | null): string {
  // validateStream: whether colours are wanted is for the caller to know, not for this process's stdout.
  return style === null || line === '' ? line : styleText(style, line, { validateStream: false });
}
