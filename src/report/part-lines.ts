import type { Migration, PartReading } from '../migrate/index.ts';
import { placeText } from './place-text.ts';
import { plural } from './plural.ts';
import type { TextStyle } from './text-style.ts';

/** How a part of a server was read, what was assumed of the rest, and which command reads it whole. */
export function partLines(migration: Migration, style: TextStyle): string[] {
  const { model, part, proof, refused, patchSet } = migration;
  if (part?.type === 'in-server') return [inServerLine(part, patchSet.files.length, style)];
  const isSaid = model.kind === 'fragment' && proof === 'made' && refused.length === 0;
  return isSaid && patchSet.files.length > 0 ? [aloneLine(part ?? null, style)] : [];
}

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

function aloneLine(part: PartReading | null, style: TextStyle): string {
  const assumed = 'what is around it is assumed to keep nobody out';
  const server = part?.type === 'alone' ? part.server : null;
  if (server === null) {
    return `Read alone, as a part of a server: ${assumed}. Give its server's main file to have it read in its place.`;
  }
  const entry = placeText(server.entry, null, style);
  const why = {
    'not-included': `no Include line of ${entry} leads to it`,
    refused: `its server can't be migrated as it stands (httpd-codemod ${entry} says why)`,
    'half-migrated': `its server, ${entry}, is written for 2.4 in part`,
  }[server.why];
  return `Read alone, as a part of a server, since ${why}: ${assumed}.`;
}
