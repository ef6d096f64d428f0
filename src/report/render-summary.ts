import type { Migration, PartReading } from '../migrate/index.ts';
import { grouped, plural, placeText } from './phrases.ts';
import { printable } from './printable.ts';
import { proofExceptions } from './proof-exceptions.ts';
import { changeLines, signText } from './render-changes.ts';
import type { TextStyle } from './text-style.ts';
import { wrapWords } from './wrap-words.ts';
import { posix } from 'node:path';
import { isHtaccessName } from '../model/index.ts';

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
  const onlyFile = model.files.size === 1 ? [...model.files.keys()][0] : undefined;
  const name = printable(style.displayPath(entry ?? onlyFile ?? serverRoot));
  const copy = kind === 'server' && statedRoot !== serverRoot ? ` (ServerRoot ${printable(statedRoot)})` : '';
  const files = plural(model.files.size, 'file');
  if (signOf24 === null) return [`Read ${files} of ${name}${copy}, for ${printable(style.target)}`];
  // One that is 2.4's already is not moved to another. Where nothing changes, the next line says by what it is known.
  const sign = patchSet.files.length === 0 ? '' : signText(migration, style);
  return [`Read ${files} of ${name}${copy}${sign}.`];
}

const NOT_COMPARED = 'Not proven: the access rules were not compared.';

/** More are counted. */
const MOST_UNKNOWNS = 5;

/** What was proven, and where nothing is known: on a terminal that stands in the findings below. */
export function proofLines(migration: Migration, { width }: Pick<TextStyle, 'width'>): string[] {
  const { proof, refused, unknowns, patchSet, signOf24 } = migration;
  if (refused.length > 0) return [];
  // A tree of 2.4 is not moved to another version.
  if (proof === 'none') return patchSet.files.length === 0 || signOf24 !== null ? [] : [NOT_COMPARED];
  const bearing = unknowns.filter(({ bearing: what }) => what === 'access');
  const proven = provenText(migration, bearing.length === 0);
  if (bearing.length === 0) return patchSet.files.length === 0 ? [] : [`${proven}.`];
  if (width > 0) return [`${proven}; ${plural(bearing.length, 'unknown')} below`];
  const subjects = new Set(bearing.map(({ below, subject }) => below ?? subject));
  const named = [...subjects].slice(0, MOST_UNKNOWNS).map((subject) => printable(subject));
  const more = subjects.size - named.length;
  return [`${proven}. Not known: ${[...named, ...(more > 0 ? [`${grouped(more)} more`] : [])].join(', ')}.`];
}

/** How a part of a server was read, what was assumed of the rest, and which command reads it whole. */
function partLines(migration: Migration, style: TextStyle): string[] {
  const { model, part, proof, refused, patchSet } = migration;
  if (part?.type === 'in-server') return [inServerLine(part, patchSet.files.length, style)];
  const isShown = model.kind !== 'server' && proof === 'made' && refused.length === 0;
  if (!isShown || patchSet.files.length === 0) return [];
  const isHtaccess = patchSet.files.every(({ path }) => isHtaccessName(posix.basename(path)));
  if (isHtaccess && patchSet.files.length > 1) return [FOLDER_LINE];
  return [aloneLine(part ?? null, isHtaccess, style)];
}

/** What AllowOverride has to permit: 2.4 answers 500 below the file where it does not. */
const CLASSES = '(Order lines needed Limit, Require lines need AuthConfig)';
const PERMITTED = `and AllowOverride to permit what it says ${CLASSES}`;
const FOLDER_LINE = `Read alone, as .htaccess files: what is around them is assumed to keep nobody out, and AllowOverride to permit what they say ${CLASSES}. Give the main file of their server to have them read in their places.`;

function inServerLine(
  { entry, whole, unread }: Extract<PartReading, { type: 'in-server' }>,
  changedHere: number,
  style: TextStyle,
): string {
  const server = placeText(entry, null, style);
  const others = whole.files.length + unread.length - changedHere;
  const rest =
    others <= 0
      ? 'Nothing else of it changes'
      : `${plural(others, 'other file')} of that server must change with it, else neither version answers as before: httpd-codemod ${server}`;
  const alone =
    unread.length === 0
      ? ''
      : ` No Include line of it leads to ${unread.map((path) => placeText(path, null, style)).join(', ')}: read alone.`;
  return `Read as a part of ${server}. ${rest}.${alone}`;
}

function aloneLine(part: PartReading | null, isHtaccess: boolean, style: TextStyle): string {
  const what = isHtaccess ? 'as a .htaccess file' : 'as a part of a server';
  const assumed = `what is around it is assumed to keep nobody out${isHtaccess ? `, ${PERMITTED}` : ''}`;
  const server = part?.type === 'alone' ? part.server : null;
  if (server === null) {
    return `Read alone, ${what}: ${assumed}. Give its server's main file to have it read in its place.`;
  }
  const entry = placeText(server.entry, null, style);
  const why = {
    'not-included': isHtaccess ? `${entry} does not lead to it` : `no Include line of ${entry} leads to it`,
    refused: `its server can't be migrated as it stands (httpd-codemod ${entry} says why)`,
    'half-migrated': `its server, ${entry}, is written for 2.4 in part`,
  }[server.why];
  return `Read alone, ${what}, since ${why}: ${assumed}.`;
}

/** What the proof shows, without its full stop. @param isWhole false where something that bears on it is not known */
export function provenText({ model, findings, silenced }: Migration, isWhole: boolean): string {
  const before = model.readBy === '2.4' ? '2.4 with mod_access_compat' : '2.2';
  const all = [...findings, ...silenced.map(({ finding }) => finding)];
  const excepted = proofExceptions(all);
  const but = excepted.length === 0 ? '' : `, but for ${excepted.join(' and ')}`;
  const stopping = all.filter(({ isRefusedAtStart }) => isRefusedAtStart === true).length;
  const errors = `${plural(stopping, 'error')} below ${stopping === 1 ? 'is' : 'are'} corrected`;
  const start = stopping === 0 ? '' : `. It does not start until ${errors}`;
  return `Proven${isWhole ? '' : ' as far as is known'}: 2.4 lets in the same people as ${before}${but}${start}`;
}
