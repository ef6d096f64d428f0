import { isDirective } from '../../catalog/index.ts';
import type { ModelFile, Occurrence, ServerModel } from '../../model/index.ts';
import { rootScopes, walkOccurrences } from '../../model/index.ts';
import type { SyntaxDiagnostic } from '../../syntax/index.ts';
import { isOfWindows } from '../folders/paths.ts';
import { linesRefusedBy22 } from '../refused/refused-by-22.ts';
import { isOfHtaccess } from '../refused/refused-line.ts';
import { isFilledInLater } from '../sections/require-text.ts';
import { guardsAround } from '../unread/new-branches.ts';
import type { Version } from '../sections/worlds.ts';
import { canBeLive } from '../sections/worlds.ts';
import type { TreeNote } from './tree-note.ts';

/** A text that its server refuses to read: what its lines say, it never says. */
export interface UnreadableText {
  readonly version: Version;
  readonly file: ModelFile;
  readonly offset: number;
  readonly message: string;
  readonly isInHtaccess: boolean;
}

/** Sections that are not closed, and the like. What only a template can hold is told apart. */
function unreadableTexts(model: ServerModel, version: Version): UnreadableText[] {
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
  const refused = linesRefusedBy22(before).map(({ line, message, isInHtaccess }) => {
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

/** Directives of AFTER that are not httpd's, and that BEFORE has nowhere: 2.4 starts only if a third-party module has them. */
export function unknownDirectiveNotes(before: ServerModel, after: ServerModel): TreeNote[] {
  // Which modules a whole server has is known: refusedLines tells.
  if (after.kind === 'server') return [];
  const old = new Set(linesOf(before).map(({ name }) => name));
  const strange = linesOf(after).filter(
    (line) =>
      !old.has(line.name) &&
      !isDirective(line.name) &&
      !isFilledInLater(line) &&
      /^\w+$/.test(line.name) &&
      canBeLive(guardsAround(line), '2.4'),
  );
  return strange.map((place): TreeNote => {
    const message = `${place.node.name.value} is no directive of httpd 2.4, and BEFORE has none of that name: unless a third-party module brings it, the server does not start`;
    return { code: 'unknown-directive', level: 'difference', message, place };
  });
}

function linesOf(model: ServerModel): Occurrence[] {
  return rootScopes(model).flatMap(walkOccurrences);
}
