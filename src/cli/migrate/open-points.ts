import type { Finding, Migration } from '../../migrate/index.ts';
import type { OpenPoint } from '../../output/index.ts';
import { currentOffset } from '../../patch/index.ts';
import type { FilePatch } from '../../patch/index.ts';
import { isHeldBack } from '../../report/index.ts';
import { lineIndex } from '../../text/index.ts';
import type { LineIndex } from '../../text/index.ts';

/** What a migration that is written leaves for a person: errors, warnings, fixes that were held back, and defaults that are others now. */
export function openPoints({ findings, patchSet, model }: Migration): OpenPoint[] {
  const indexes = new Map<string, LineIndex>();
  const indexOf = (path: string, text: string): LineIndex => {
    const index = indexes.get(path) ?? lineIndex(text);
    indexes.set(path, index);
    return index;
  };
  const patches = new Map(patchSet.files.map((patch) => [patch.path, patch]));
  const open = findings.filter(
    (finding) => finding.level !== 'info' || isHeldBack(finding) || finding.isUnsetDefault === true,
  );
  return open.map((finding) => {
    const patch = patches.get(finding.path);
    const text = patch?.after ?? model.files.get(finding.path)?.source.text ?? null;
    return { ...pointOf(finding), ...placeAfter(finding, text, patch, indexOf) };
  });
}

function pointOf(finding: Finding) {
  const { transform, messageId, level, message, applicability, fixTitle, applied } = finding;
  const { isListed = false, isUnsetDefault = false } = finding;
  return {
    transform,
    messageId,
    level,
    message,
    applicability,
    fixTitle,
    applied,
    isListed,
    isUnsetDefault,
  };
}

/** Where the finding's line stands in the result. Of one whose fix was made, or of a whole file, there is no such line. */
function placeAfter(
  { path, span, position, applied }: Finding,
  text: string | null,
  patch: FilePatch | undefined,
  indexOf: (path: string, text: string) => LineIndex,
): Pick<OpenPoint, 'path' | 'line' | 'column' | 'text'> {
  const at = patch?.newPath ?? path;
  if (text === null || span === null || position === null)
    return { path: at, line: null, column: null, text: null };
  const offset = patch === undefined ? span.start : currentOffset(patch, span.start);
  const index = indexOf(path, text);
  const { line, column } = index.position(offset);
  const end = text.indexOf('\n', offset);
  const whole = text.slice(index.lineStart(line), end === -1 ? text.length : end).trim();
  return { path: at, line, column, text: applied || whole === '' ? null : whole };
}
