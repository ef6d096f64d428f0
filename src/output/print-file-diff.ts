import type { Hunk } from './make-hunks.ts';

/** What a diff says of one file or link. */
export interface FileDiff {
  /** Lines of git's above the names: of what is more than a change of text. */
  readonly extended?: readonly string[];
  readonly oldName: string;
  readonly newName: string;
  readonly hunks: readonly Hunk[];
}

export function printFileDiff({ extended = [], oldName, newName, hunks }: FileDiff): string {
  const lines = [...extended];
  if (hunks.length > 0 || extended.length === 0) lines.push(`--- ${ended(oldName)}`, `+++ ${ended(newName)}`);
  for (const hunk of hunks) {
    lines.push(`@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`);
    for (const line of hunk.lines) lines.push(line);
  }
  lines.push('');
  return lines.join('\n');
}

/** No line stands at the one before. */
function range(start: number, count: number): string {
  return `${count === 0 ? start - 1 : start},${count}`;
}

/** A tab behind a name with spaces, as git writes it: without one GNU patch takes the name to end at the first space. */
function ended(name: string): string {
  const written = quotedName(name);
  return written === name && name.includes(' ') ? `${name}\t` : written;
}

/** As git and GNU patch read it: what is not plain ASCII in quotes, byte by byte. */
export function quotedName(name: string): string {
  if (!UNUSUAL.test(name)) return name;
  const bytes = Buffer.from(name, 'utf8').toString('latin1');
  return `"${bytes.replaceAll(EACH_UNUSUAL, escaped)}"`;
}

const UNUSUAL = /[^ -~]|["\\]/;
const EACH_UNUSUAL = new RegExp(UNUSUAL, 'g');

const ESCAPES: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

function escaped(byte: string): string {
  return ESCAPES[byte] ?? `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`;
}
