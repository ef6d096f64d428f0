import type { Migration } from '../migrate/index.ts';
import { partLines } from './part-lines.ts';
import { grouped, plural } from './plural.ts';
import { printable } from './printable.ts';
import { provenText } from './proven-text.ts';
import { changeLines, signText } from './render-changes.ts';
import type { TextStyle } from './text-style.ts';
import { wrapWords } from './wrap-words.ts';

/** What was read and for which 2.4, what changes, what was proven and what is not known: a few lines. */
export function renderSummary(migration: Migration, style: TextStyle): string {
  return [
    ...readLines(migration, style),
    ...changeLines(migration, style),
    ...proofLines(migration, style),
    ...partLines(migration, style),
  ]
    .map((line) => `${wrapWords(line, style.width, '    ')}\n`)
    .join('');
}

/** `Read 36 files of /etc/apache2, for debian13 (httpd 2.4.65): the tree is laid out as Debian's.` */
function readLines(migration: Migration, style: TextStyle): string[] {
  if (style.target === undefined) return [];
  const { model, signOf24, patchSet } = migration;
  const { kind, entry, serverRoot, statedRoot } = model;
  const name = printable(style.displayPath(entry ?? serverRoot));
  const copy = kind === 'server' && statedRoot !== serverRoot ? ` (a copy of ${printable(statedRoot)})` : '';
  const files = plural(model.files.size, 'file');
  if (signOf24 === null) return [`Read ${files} of ${name}${copy}, for ${printable(style.target)}`];
  // One that is 2.4's already is not moved to another. Where nothing changes, the next line says by what it is known.
  const sign = patchSet.files.length === 0 ? '' : signText(migration, style);
  return [`Read ${files} of ${name}${copy}${sign}.`];
}

/** More are counted. */
const MOST_UNKNOWNS = 5;

/** What was proven, and where nothing is known: on a terminal that stands in the findings below. */
export function proofLines(migration: Migration, { width }: Pick<TextStyle, 'width'>): string[] {
  const { proof, refused, unknowns, patchSet } = migration;
  if (proof === 'none' || refused.length > 0) return [];
  const bearing = unknowns.filter(({ bearing: what }) => what === 'access');
  const proven = provenText(migration, bearing.length === 0);
  if (bearing.length === 0) return patchSet.files.length === 0 ? [] : [`${proven}.`];
  if (width > 0) return [`${proven}; ${plural(bearing.length, 'unknown')} below`];
  const subjects = new Set(bearing.map(({ below, subject }) => below ?? subject));
  const named = [...subjects].slice(0, MOST_UNKNOWNS).map((subject) => printable(subject));
  const more = subjects.size - named.length;
  return [`${proven}. Not known: ${[...named, ...(more > 0 ? [`${grouped(more)} more`] : [])].join(', ')}.`];
}
