import { printable } from '../../report/index.ts';

/** A line of a file as a page shows it: without its end, tabs kept. */
export function shownLine(line: string): string {
  return line
    .replace(/\r?\n?$/, '')
    .split('\t')
    .map(printable)
    .join('\t');
}

/** Bytes as text: UTF-8 where it is such, else Latin-1. */
export function decoded(bytes: string): string {
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? bytes : text;
}
