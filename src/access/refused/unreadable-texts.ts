import type { ModelFile, ServerModel } from '../../model/index.ts';
import type { SyntaxDiagnostic } from '../../syntax/index.ts';
import { isOfWindows } from '../folders/paths.ts';
import { refusedLines22 } from './refused-lines.ts';
import type { Version } from '../sections/worlds.ts';
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

/** What either tree's server refuses to read, and of BEFORE the lines with which it does not start; nothing where two parts lack the same ends: both were cut out of something. */
export function unreadableInEither(before: ServerModel, after: ServerModel): UnreadableText[] {
  const [old, made] = [unreadableTexts(before, '2.2'), unreadableTexts(after, '2.4')];
  const faults = (texts: readonly UnreadableText[]) => texts.map(({ message }) => message).join('\n');
  const isWhole22 = before.kind === 'server' && before.readBy === '2.2';
  const refused = (isWhole22 ? refusedLines22(before) : []).map(({ line, message, isInHtaccess }) => {
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
