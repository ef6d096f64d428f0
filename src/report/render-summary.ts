import type { Migration } from '../migrate/index.ts';
import { countEdits } from './count-edits.ts';
import { countFindings, isHeldBack } from './count-findings.ts';
import { painter } from './paint.ts';
import { partLines } from './part-lines.ts';
import { placeText } from './place-text.ts';
import { grouped, plural } from './plural.ts';
import { printable } from './printable.ts';
import type { TextStyle } from './text-style.ts';

/** What changes and what was found, in numbers: a few lines. */
export function renderSummary(migration: Migration, style: TextStyle): string {
  const target = style.target === undefined || migration.signOf24 !== null ? [] : [printable(style.target)];
  return [
    ...target,
    ...changeLines(migration, style),
    ...proofLines(migration),
    ...partLines(migration, style),
    ...findingLines(migration),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function changeLines(migration: Migration, style: TextStyle): string[] {
  const { patchSet, model, refused } = migration;
  if (refused.length > 0) return [painter(style.color).level('error', refusalText(migration))];
  const { files, renamed, links, edits, byTransform } = countEdits(patchSet);
  const read = plural(model.files.size, 'file');
  if (edits === 0 && files === 0) return [`Nothing to change in ${read}${whyNothing(migration, style)}.`];
  const verb = style.mode === 'written' ? 'changed' : files === 1 ? 'changes' : 'change';
  const andLinks = links === 0 ? '' : `, ${plural(links, 'symbolic link')} made or removed`;
  const andNames = renamed === 0 ? '' : `, ${grouped(renamed)} renamed`;
  const places = plural(edits - links - renamed, 'place');
  const headline = `${grouped(files)} of ${read} ${verb}, in ${places}${andNames}${andLinks}:`;
  const width = Math.max(...[...byTransform.values()].map((count) => grouped(count).length));
  const rows = [...byTransform].map(([id, count]) => `  ${grouped(count).padStart(width)}  ${id}`);
  return [painter(style.color).strong(headline), ...rows];
}

function whyNothing({ signOf24 }: Migration, style: TextStyle): string {
  if (signOf24 === null) return '';
  const place = placeText(signOf24.path, signOf24.position, style);
  return `: it is written for 2.4 already (${printable(signOf24.name)}, ${place})`;
}

/** More are counted. */
const MOST_UNKNOWNS = 5;

/** What was proven, and where nothing is known. */
function proofLines({ model, proof, refused, unknowns, patchSet }: Migration): string[] {
  if (proof === 'none' || refused.length > 0) return [];
  const before = model.readBy === '2.4' ? 'before, with mod_access_compat' : '2.2';
  const proven = `Proven: 2.4 lets in the same people as ${before}`;
  const subjects = new Set(
    unknowns.filter(({ bearing }) => bearing === 'access').map(({ below, subject }) => below ?? subject),
  );
  if (subjects.size === 0) return patchSet.files.length === 0 ? [] : [`${proven}.`];
  const named = [...subjects].slice(0, MOST_UNKNOWNS).map(printable);
  const more = subjects.size - named.length;
  return [
    `${proven}, as far as is known. Not known: ${[...named, ...(more > 0 ? [`${grouped(more)} more`] : [])].join(', ')}.`,
  ];
}

function findingLines({ findings }: Migration): string[] {
  const { error, warning, info, heldBack } = countFindings(findings);
  const counts = [
    error > 0 ? `${plural(error, 'error')} for you to settle` : null,
    warning > 0 ? plural(warning, 'warning') : null,
    info > 0 ? plural(info, 'note') : null,
  ].filter((part) => part !== null);
  const lines = counts.length === 0 ? [] : [`Findings: ${counts.join(', ')}.`];
  if (heldBack > 0) {
    const made = heldBack === 1 ? 'it' : 'them';
    lines.push(
      `Held back for review: ${plural(heldBack, 'fix', 'fixes')} (${heldBackBy(findings)}); --apply review makes ${made}.`,
    );
  }
  return lines;
}

/** The transforms to name with --only, in the order of their first finding. */
function heldBackBy(findings: Migration['findings']): string {
  return [...new Set(findings.filter(isHeldBack).map(({ transform }) => transform))].join(', ');
}

function refusalText({ refused, model }: Migration): string {
  const before = model.readBy === '2.4' ? 'it does now' : '2.2 did';
  const differences = refused.filter(({ isUndecided }) => isUndecided !== true);
  if (differences.length === 0) {
    return `Refused, nothing is written: it could not be shown that 2.4 answers every request to the result as ${before} (see above).`;
  }
  const requests = plural(differences.length, 'request');
  return `Refused, nothing is written: under 2.4 the result would answer ${requests} otherwise than ${before} (see above).`;
}
