import { posix } from 'node:path';
import type { Migration, PartReading } from '../migrate/index.ts';
import { isHtaccessName } from '../model/index.ts';
import { placeText } from './place-text.ts';
import { plural } from './plural.ts';
import type { TextStyle } from './text-style.ts';

/** How a part of a server was read, what was assumed of the rest, and which command reads it whole. */
export function partLines(migration: Migration, style: TextStyle): string[] {
  const { model, part, proof, refused, patchSet } = migration;
  if (part?.type === 'in-server') return [inServerLine(part, patchSet.files.length, style)];
  const isSaid = model.kind !== 'server' && proof === 'made' && refused.length === 0;
  if (!isSaid || patchSet.files.length === 0) return [];
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
