import type { ConfigtestResult } from '../configtest/index.ts';
import type { Finding, Migration } from '../migrate/index.ts';
import type { FilePatch, LinkPatch } from '../patch/index.ts';
import { lineIndex } from '../text/index.ts';
import type {
  JsonEdit,
  JsonFile,
  JsonFinding,
  JsonLink,
  JsonMigration,
  JsonReport,
  JsonTarget,
} from './json-report.ts';
import { ItemByItem, jsonPieces, whole } from './json-pieces.ts';
import type { InPieces } from './json-pieces.ts';
import { printable, showableJsonText } from './printable.ts';
import { sortFindings } from './group-findings.ts';

/** The report as one JSON document, two spaces to a level, ending with a line ending: piece by piece. */
export function* renderJson(report: InPieces<JsonReport>): Generator<string> {
  for (const piece of jsonPieces(report, '  ')) yield showableJsonText(piece);
  yield '\n';
}

/** One migration's part of the report; `path` is the PATH it was asked for by. */
export function migrationAsJson(path: string, migration: Migration, target: JsonTarget): JsonMigration {
  return whole<JsonMigration>(migrationInPieces(path, migration, target));
}

/** The same, for `renderJson`: what there may be thousands of is made one by one. */
export function migrationInPieces(
  path: string,
  migration: Migration,
  target: JsonTarget,
): InPieces<JsonMigration> {
  const { model, patchSet, findings, silenced, unknowns, refused } = migration;
  return {
    path,
    kind: model.kind,
    layout: model.layout,
    entry: model.entry,
    readAs: migration.part?.type ?? null,
    serverRoot: model.serverRoot,
    filesRead: model.files.size,
    target: { ...target, why: printable(target.why) },
    writtenFor: migration.signOf24 === null ? '2.2' : '2.4',
    files: each(patchSet.files, fileAsJson),
    links: patchSet.links.map(linkAsJson),
    findings: each(sortFindings(findings), findingAsJson),
    silenced: each(silenced, ({ finding, line, reason }) => ({
      ...findingAsJson(finding),
      silencedBy: { line, reason: printable(reason) },
    })),
    unknowns: each(unknowns, (unknown) => ({
      ...unknown,
      subject: printable(unknown.subject),
      message: printable(unknown.message),
    })),
    refused: each(refused, ({ path: place, position, message }) => ({
      path: place,
      position,
      message: printable(message),
    })),
  };
}

function each<T, U>(items: readonly T[], asJson: (item: T) => U): ItemByItem<U> {
  return new ItemByItem(function* () {
    for (const item of items) yield asJson(item);
  });
}

/** What a server said, fit to be shown. */
export function checkAsJson(result: ConfigtestResult): ConfigtestResult {
  if (result.type === 'failed') return { ...result, message: printable(result.message) };
  const messages = result.messages.map(({ text, place }) => ({
    text: printable(text),
    place: place === null ? null : { ...place, line: printable(place.line) },
  }));
  return { ...result, messages, notes: result.notes.map(printable) };
}

function fileAsJson({ path, newPath, renamedBy, madeLike, before, pieces }: FilePatch): JsonFile {
  const lines = lineIndex(before);
  const edits = pieces.flatMap((piece): JsonEdit[] => {
    if (piece.type === 'kept') return [];
    const { start, end } = piece.replaces;
    return [
      {
        start,
        end,
        startPosition: lines.position(start),
        endPosition: lines.position(end),
        before: before.slice(start, end),
        after: piece.text,
        by: piece.by,
      },
    ];
  });
  return { path, newPath, renamedBy: renamedBy ?? null, isNew: madeLike !== undefined, edits };
}

function linkAsJson(link: LinkPatch): JsonLink {
  return {
    type: link.type,
    path: link.path,
    target: link.type === 'link' ? link.target : null,
    by: link.by,
  };
}

function findingAsJson(finding: Finding): JsonFinding {
  return {
    transform: finding.transform,
    messageId: finding.messageId,
    level: finding.level,
    message: printable(finding.message),
    path: finding.path,
    span: finding.span,
    position: finding.position,
    applicability: finding.applicability,
    fixTitle: finding.fixTitle === null ? null : printable(finding.fixTitle),
    applied: finding.applied,
    ...(finding.isRefusedAtStart === true ? { refusedAtStart: true } : {}),
  };
}
