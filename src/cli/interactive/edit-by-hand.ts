import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describeError } from '../../output/index.ts';
import type { FilePatch, Piece } from '../../patch/index.ts';
import type { HandEdit } from './choices.ts';

/** The whole lines of the result that some pieces of a file make. Null where they only take lines away. */
export function proposedLines({ pieces, after }: FilePatch, isOwn: (piece: Piece) => boolean): string | null {
  let at = 0;
  let start = -1;
  let end = -1;
  for (const piece of pieces) {
    const next = at + (piece.type === 'made' ? piece.text.length : piece.span.end - piece.span.start);
    if (isOwn(piece)) {
      if (start === -1) start = at;
      end = next;
    }
    at = next;
  }
  if (start === -1) return null;
  const lineStart = start === 0 ? 0 : after.lastIndexOf('\n', start - 1) + 1;
  const isWhole = end > start && after[end - 1] === '\n';
  const lineEnd = isWhole ? end : after.indexOf('\n', end) + 1;
  const text = after.slice(lineStart, lineEnd === 0 ? after.length : lineEnd);
  return text === '' ? null : text;
}

/** Opens the lines in the editor of the user; null where nothing was changed, or a sentence where that failed. */
export function editByHand(path: string, proposed: string): HandEdit | string | null {
  const temporary = tmpdir();
  try {
    const folder = mkdtempSync(join(temporary, 'httpd-codemod-'));
    try {
      return editIn(folder, path, proposed);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  } catch (error) {
    return `the lines can't be laid in ${temporary} for the editor: ${describeError(error)}; set TMPDIR to a folder that you may write to`;
  }
}

function editIn(folder: string, path: string, proposed: string): HandEdit | string | null {
  const file = join(folder, basename(path));
  writeFileSync(file, Buffer.from(proposed, 'latin1'), { mode: 0o600 });
  const editor = process.env['VISUAL'] || process.env['EDITOR'] || 'vi';
  // As git does it: the editor may be a command with words of its own.
  const { status } = spawnSync('sh', ['-c', `${editor} "$1"`, editor, file], { stdio: 'inherit' });
  if (status !== 0) return `${editor} ended with an error: nothing was changed`;
  const text = readFileSync(file, 'latin1');
  const written = proposed.endsWith('\n') && text !== '' && !text.endsWith('\n') ? `${text}\n` : text;
  return written === proposed ? null : { path, proposed, written };
}
