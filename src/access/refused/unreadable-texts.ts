import { directive22, directive24 } from '../../catalog/index.ts';
import type { ModelFile, ServerModel } from '../../model/index.ts';
import { nameOfItem } from '../../model/index.ts';
import type { SyntaxDiagnostic } from '../../syntax/index.ts';
import { isOfWindows } from '../folders/paths.ts';
import { refusedLines22 } from './refused-lines.ts';
import type { Version } from '../sections/worlds.ts';
import type { RefusedLine } from './refused-line.ts';
import { isOfHtaccess } from './refused-line.ts';

/** A text that its server refuses to read: what its lines say, it never says. */
export interface UnreadableText {
  readonly version: Version;
  readonly file: ModelFile;
  readonly offset: number;
  readonly message: string;
  readonly isInHtaccess: boolean;
}

/** Sections that are not closed, and the like. What only a template can hold is told apart. */
export function unreadableTexts(model: ServerModel, version: Version): UnreadableText[] {
  return [...model.files.values()].flatMap((file) => {
    const isInHtaccess = isOfHtaccess({ file }, model);
    // The files of folders are walked.
    const isMarkRefused = !isInHtaccess && !isOfWindows(model);
    const isRefused = ({ code, refused }: SyntaxDiagnostic): boolean =>
      code === 'byte-order-mark'
        ? isMarkRefused
        : (refused || code === 'unclosed-section') && code !== 'not-a-section';
    return file.document.diagnostics
      .filter(isRefused)
      .map(({ span, message }) => ({ version, file, offset: span.start, message, isInHtaccess }));
  });
}

/**
 * What either tree's server refuses to read, and of BEFORE the lines with which it does not start; nothing where two parts lack the same ends:
 * both were cut out of something.
 */
export function unreadableInEither(before: ServerModel, after: ServerModel): UnreadableText[] {
  const [old, made] = [unreadableTexts(before, '2.2'), unreadableTexts(after, '2.4')];
  const faults = (texts: readonly UnreadableText[]) => texts.map(({ message }) => message).join('\n');
  const refused = refusedBefore(before).map(({ line, message, isInHtaccess }) => {
    return {
      version: '2.2' as const,
      file: line.file,
      offset: line.node?.span.start ?? 0,
      message,
      isInHtaccess,
    };
  });
  const areParts = before.kind !== 'server' && after.kind !== 'server';
  return areParts && faults(old) === faults(made) ? [] : [...old, ...refused, ...made];
}

/** Lines of 2.4 are none of these: where a tree has some it was asked which server it is of, and it is taken to have had them since. */
function refusedBefore(before: ServerModel): RefusedLine[] {
  if (before.kind !== 'server' || before.readBy !== '2.2') return [];
  return refusedLines22(before).filter(({ line }) => {
    const name = nameOfItem(line);
    return directive22(name) !== null || directive24(name) === null;
  });
}
