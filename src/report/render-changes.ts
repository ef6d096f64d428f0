import type { Migration } from '../migrate/index.ts';
import { countEdits } from './count-edits.ts';
import { newLines } from './new-lines.ts';
import { painter } from './text-style.ts';
import { grouped, plural, placeText } from './phrases.ts';
import { printable } from './printable.ts';
import type { TextStyle } from './text-style.ts';
import { namedInTree } from './finding-places.ts';

/** More files are counted; the diff has them all, as `--verbose` has. */
const MOST_FILES = 4;

/** What changes: how much in a sentence, then by which rules, in which files, and which lines are new. */
export interface ChangeFacts {
  readonly head: string;
  readonly rows: readonly (readonly [name: string, text: string])[];
}

/** What changes, as lines below each other. */
export function changeLines(migration: Migration, style: TextStyle): string[] {
  const { head, rows } = changeFacts(migration, style);
  const paint = painter(style.color);
  if (migration.refused.length > 0) return [paint.level('error', head)];
  if (rows.length === 0) return [head];
  return [paint.strong(`${head}:`), ...rows.map(([name, text]) => `  ${name}: ${text}`)];
}

/** What changes, or that nothing does, or why it must not. */
export function changeFacts(migration: Migration, style: TextStyle): ChangeFacts {
  const { patchSet, model, refused } = migration;
  if (refused.length > 0) return { head: refusalText(migration), rows: [] };
  const { files, made, renamed, links, edits, byTransform, byPath } = countEdits(patchSet);
  const read = plural(model.files.size, 'file');
  if (edits === 0 && files + made === 0)
    return { head: `Nothing to change in ${read}${signText(migration, style)}.`, rows: [] };
  const verb = style.mode === 'written' ? 'changed' : files === 1 ? 'changes' : 'change';
  const andLinks = links === 0 ? '' : `, ${plural(links, 'symlink')} changed`;
  const andNames = renamed === 0 ? '' : `, ${grouped(renamed)} renamed`;
  const places = plural(edits - links - renamed - made, 'place');
  const andMade = made === 0 ? '' : `, ${grouped(made)} made`;
  const placed = namedInTree(migration, style);
  const nameOf = (path: string): string => placeText(path, null, placed);
  return {
    head: `${grouped(files)} of ${read} ${verb}, in ${places}${andMade}${andNames}${andLinks}`,
    rows: [
      ['by rule', fittingCounts('by rule', byTransform, style)],
      ...(byPath.size > 1
        ? [['by file', fittingCounts('by file', byPath, style, MOST_FILES, nameOf)] as const]
        : []),
      ...newText(migration),
    ],
  };
}

/** Above so many, only the names of new lines are listed. */
const MOST_LINES = 12;

/** Which lines stand for none of the original, and how often they are written: all of them. */
function newText({ patchSet }: Migration): (readonly [string, string])[] {
  const lines = newLines(patchSet);
  if (lines.size === 0) return [];
  const modules = [...lines.keys()].filter((line) => line.startsWith(LOADS));
  const others = new Map([...lines].filter(([line]) => !line.startsWith(LOADS)));
  const shown = others.size > MOST_LINES ? countNames(others) : others;
  const list = [...shown].map(([line, count]) =>
    timesText(`\`${printable(line.replaceAll(/\s+/g, ' '))}\``, count),
  );
  const loads = modules.map((line) => printable(line.slice(LOADS.length).replace(/_module$/, '')));
  const loaded = loads.length === 0 ? [] : [`LoadModule of ${loads.join(', ')}`];
  return [['new lines', [...list, ...loaded].join(', ')]];
}

const LOADS = 'LoadModule ';

function countNames(lines: ReadonlyMap<string, number>): Map<string, number> {
  const names = new Map<string, number>();
  for (const [line, count] of lines) {
    const name = line.split(/\s/, 1)[0] ?? line;
    names.set(name, (names.get(name) ?? 0) + count);
  }
  return names;
}

/** On a terminal as many as one row has room for; elsewhere at most so many; all of them where it is asked for. */
function fittingCounts(
  name: string,
  counts: ReadonlyMap<string, number>,
  { width, verbose }: TextStyle,
  most = Infinity,
  nameOf = (key: string): string => key,
): string {
  let shown = verbose ? counts.size : Math.min(most, counts.size);
  const room = width === 0 || verbose ? Infinity : width - name.length - '  : '.length;
  while (shown > 1 && listCounts(counts, shown, nameOf).length > room) shown -= 1;
  return listCounts(counts, shown, nameOf);
}

/** `rename-modules (3), mutex-family`; at most so many, the others counted. */
function listCounts(
  counts: ReadonlyMap<string, number>,
  most: number,
  nameOf: (key: string) => string,
): string {
  const shown = [...counts].slice(0, most).map(([key, count]) => timesText(nameOf(key), count));
  const rest = counts.size - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${grouped(rest)} more` : '');
}

function timesText(name: string, count: number): string {
  return count === 1 ? name : `${name} (${grouped(count)})`;
}

/** `: it is written for 2.4 already (Require, httpd.conf:3:5)`, or `in part`; empty for a tree of 2.2. */
export function signText({ signOf24, findings }: Migration, style: TextStyle): string {
  if (signOf24 === null) return '';
  const place = placeText(signOf24.path, signOf24.position, style);
  const isHalf = findings.some(({ messageId }) => messageId === 'half-migrated');
  return `: it is written for 2.4 ${isHalf ? 'in part' : 'already'} (${printable(signOf24.name)}, ${place})`;
}

function refusalText({ refused, model }: Migration): string {
  const before = model.readBy === '2.4' ? 'it does now' : '2.2 did';
  const differences = refused.filter(({ isUndecided }) => isUndecided !== true);
  if (differences.length === 0) {
    return `Refused, nothing is written: it could not be shown that 2.4 answers every request to the result as ${before} (see below).`;
  }
  const requests = plural(differences.length, 'kind of request', 'kinds of request');
  return `Refused, nothing is written: 2.4 would answer ${requests} differently than ${before} (see below).`;
}
