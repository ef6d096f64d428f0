import type { AccessSection } from '../../src/access/index.ts';
import { flatLines, parseRequireIp } from '../../src/access/index.ts';
import { lineText, quotedLine } from '../../src/model/index.ts';
import type { Occurrence } from '../../src/model/index.ts';
import { ACCESS_OF_22, placeOf } from '../../src/transform/index.ts';
import type { FileEdit, TransformContext } from '../../src/transform/index.ts';

export const REPLACED_MESSAGES = {
  'new-replaced':
    '`{line}` is for 2.4 alone, and 2.2 let in others by the lines that it read here. What 2.2 did takes its place. If the lines for 2.4 are what is meant, write them back.',
} as const;

/** Tells of lines for 2.4 alone that what 2.2 did takes the place of. */
export function reportReplaced(
  report: TransformContext<keyof typeof REPLACED_MESSAGES>['report'],
  sections: readonly AccessSection[],
  edits: readonly FileEdit[],
): void {
  const line = lineReplaced(sections, edits);
  if (line === null) return;
  report(placeOf(line), 'new-replaced', { level: 'error', data: { line: quotedLine(line) } });
}

/** A line for 2.4 alone, where other rules are in its section after the edits than such lines said. */
function lineReplaced(sections: readonly AccessSection[], edits: readonly FileEdit[]): Occurrence | null {
  const lines = sections.flatMap(({ entries }) => flatLines(entries).map(({ occurrence }) => occurrence));
  if (!lines.some(isFor24)) return null;
  const requires = lines.filter((line) => line.name === 'require' && isFor24(line));
  const gone = requires.filter((line) => edits.some((edit) => takesAway(edit, line)));
  const neutral = new Set(sections.flatMap(({ entries }) => neutralLines(entries)));
  const removed = textsOf(gone);
  const written = new Set(edits.flatMap(({ edit }) => rulesIn(edit.text)));
  const mayPart = !sections.some(({ entries }) => entries.some(joinsAlike));
  const isAlike = (one: ReadonlySet<string>): boolean =>
    areEqual(one, written) || (mayPart && areEqual(partedTests(one), partedTests(written)));
  const isEqual = isAlike(removed) || isAlike(textsOf(gone.filter((line) => !neutral.has(line))));
  const isRepeated = gone.length === 0 && isPlain(requires, edits) && isAlike(textsOf(requires));
  const isKept = isEqual || isRepeated || (isForBoth(lines) && areJoined(removed, written, edits));
  return isKept ? null : (requires[0] ?? differentOldLine(lines));
}

/** Whether no container says how these lines, or new ones, go together. */
function isPlain(requires: readonly Occurrence[], edits: readonly FileEdit[]): boolean {
  const isInContainer = ({ scope: { name } }: Occurrence): boolean => name.startsWith('require');
  return !requires.some(isInContainer) && !edits.some(({ edit }) => /<Require/i.test(edit.text));
}

/** `Require all granted` beside others in a `<RequireAll>` says nothing. */
function neutralLines(entries: AccessSection['entries']): Occurrence[] {
  return entries.flatMap((entry) => {
    if ('occurrence' in entry) return [];
    const { kind, children } = entry;
    const lines = children.flatMap((child) => ('occurrence' in child ? [child.occurrence] : []));
    const isGranted = (line: Occurrence): boolean => /^require all granted$/i.test(plain(lineText(line)));
    const own = kind === 'all' && children.length > 1 ? lines.filter(isGranted) : [];
    return [...own, ...neutralLines(children)];
  });
}

/** Whether two lines of one kind must both be met, so that one line with the words of both says something else. */
function joinsAlike(entry: AccessSection['entries'][number]): boolean {
  if ('occurrence' in entry) return false;
  const kinds = entry.children.flatMap((child) =>
    'occurrence' in child ? [plain(lineText(child.occurrence)).split(' ')[1]?.toLowerCase()] : [],
  );
  const isJoined = entry.kind === 'all' && new Set(kinds).size < kinds.length && !kinds.includes('not');
  return isJoined || entry.children.some(joinsAlike);
}

/** Each word by itself, and addresses as the server reads them: `Require ip 10 ::1` are two. */
function partedTests(texts: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...texts].flatMap(testsIn));
}

function testsIn(text: string): string[] {
  const [, start = '', kind = '', words = ''] =
    /^(Require (?:not )?)(ip|host|user|group|env|method|forward-dns) (.+)$/i.exec(text) ?? [];
  if (words === '') return [text];
  return words.split(' ').map((word) => `${start}${kind} ${kind === 'ip' ? netOf(word) : word}`);
}

function netOf(word: string): string {
  const read = parseRequireIp(word);
  return 'error' in read ? word : `${read.net.bits.join('.')}/${read.net.mask.join('.')}`;
}

/** Old lines that 2.4 reads, too, with mod_access_compat: beside its own Require lines both count. */
function isForBoth(lines: readonly Occurrence[]): boolean {
  return lines.some(({ name, on22, on24 }) => ACCESS_OF_22.has(name) && on22 !== 'no' && on24 !== 'no');
}

/** Whether the lines for 2.4 must go on to be met, beside others. */
function areJoined(
  removed: ReadonlySet<string>,
  written: ReadonlySet<string>,
  edits: readonly FileEdit[],
): boolean {
  const isAll = edits.every(
    ({ edit }) => rulesIn(edit.text).length === 0 || /^\s*<RequireAll>/.test(edit.text),
  );
  return isAll && [...removed].every((text) => written.has(text));
}

/** One that mod_access_compat reads, and 2.2 does not, where the section has others for 2.2. */
function differentOldLine(lines: readonly Occurrence[]): Occurrence | null {
  const old = lines.filter(({ name }) => ACCESS_OF_22.has(name));
  const for24 = old.filter(isFor24);
  const of22 = old.filter(({ on22 }) => on22 !== 'no');
  return areEqual(textsOf(for24), textsOf(of22)) ? null : (for24[0] ?? null);
}

function isFor24({ on22, on24 }: Occurrence): boolean {
  return on22 === 'no' && on24 !== 'no';
}

function takesAway({ file, edit }: FileEdit, line: Occurrence): boolean {
  const { start, end } = line.node.span;
  return file === line.file && edit.span.start <= start && end <= edit.span.end;
}

function textsOf(lines: readonly Occurrence[]): ReadonlySet<string> {
  return new Set(lines.map((line) => plain(lineText(line))));
}

/** What guards and containers are around them is written as it was, or follows from them. */
function rulesIn(text: string): string[] {
  const lines = text.split('\n').map(plain);
  return lines.filter((line) => line !== '' && !/^[<#]/.test(line));
}

/** Without what may be written either way. */
function plain(text: string): string {
  return text.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim();
}

function areEqual(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((text) => other.has(text));
}
