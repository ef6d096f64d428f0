import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { describeError } from '../../output/index.ts';

/** What a line has behind this is left out: no request is so long (LimitRequestLine). */
const LONGEST_LINE = 65_536;

/**
 * Hands each line of a log (`-`: standard input; `.gz`: unpacked) to `take`, one character per byte, as it comes.
 * @returns why that failed; null if it did not
 */
export async function readLog(path: string, take: (line: string) => void): Promise<string | null> {
  const source: Readable = path === '-' ? process.stdin : createReadStream(path);
  const plain = /\.gz$/i.test(path) ? unpack(source) : source;
  const add = lineSplitter(take);
  try {
    plain.setEncoding('latin1');
    for await (const chunk of plain) add(String(chunk));
    add('\n');
    return null;
  } catch (error) {
    return `--access-log ${path}: ${describeError(error)}`;
  }
}

function unpack(source: Readable): Readable {
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  return source.pipe(gunzip);
}

/** Takes text in pieces; hands on its lines, however the pieces fall. */
function lineSplitter(take: (line: string) => void): (text: string) => void {
  let begun = '';
  return (text) => {
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      take((begun + text.slice(start, end)).slice(0, LONGEST_LINE).replace(/\r$/, ''));
      begun = '';
      start = end + 1;
    }
    begun = (begun + text.slice(start)).slice(0, LONGEST_LINE);
  };
}
