import type { Finding, Migration } from '../../migrate/index.ts';
import type { ChangeFacts, JsonTarget } from '../../report/index.ts';
import {
  changeFacts,
  countFindings,
  countOffered,
  ItemByItem,
  isHeldBack,
  printable,
  provenText,
  sortFindings,
  taskOf,
  countEdits,
} from '../../report/index.ts';
import type { FindingReport, ProofReport, ReportCounts, TreeReport, RuleReport } from '../report-data.ts';
import { gatherAccess, gatherMerges, sectionPlaces } from './gather-access.ts';
import { gatherFile, gatherLink, gatherIncludes } from './gather-files.ts';
import { transforms } from '../../../transforms/index.ts';

/** One PATH and what became of it. */
export interface TreeToReport {
  readonly path: string;
  readonly migration: Migration;
  readonly target: JsonTarget;
}

/** One tree's part of the report. @param displayPath names a file as the user would */
export function gatherTree(
  { path, migration, target }: TreeToReport,
  displayPath: (path: string) => string,
): TreeReport {
  const { model, patchSet, unknowns, refused } = migration;
  const changed = new Set(patchSet.files.map((file) => file.path));
  const placeSection = sectionPlaces(migration, displayPath);
  return {
    path: printable(path),
    entry: model.entry === null ? null : printable(displayPath(model.entry)),
    kind: model.kind,
    layout: model.layout,
    serverRoot: printable(model.serverRoot),
    target,
    filesRead: model.files.size,
    writtenFor: migration.signOf24 === null ? '2.2' : '2.4',
    counts: countsOf(migration),
    changes: changesOf(migration, displayPath),
    files: new ItemByItem(function* () {
      for (const file of patchSet.files) yield gatherFile(file, displayPath);
    }),
    links: patchSet.links.map((link) => gatherLink(link, displayPath)),
    rules: gatherRules(migration),
    findings: gatherFindings(migration, displayPath),
    unknowns: unknowns.map((each) => ({
      ...each,
      subject: printable(each.subject),
      message: printable(each.message),
      path: printable(displayPath(each.path)),
    })),
    refused: refused.map((each) => ({
      path: printable(displayPath(each.path)),
      realPath: displayPath(each.path),
      position: each.position,
      message: printable(each.message),
    })),
    proof: proofOf(migration),
    access: gatherAccess(migration, placeSection),
    includes: gatherIncludes(model, changed, displayPath),
    merges: gatherMerges(migration, placeSection),
  };
}

function changesOf(migration: Migration, displayPath: (path: string) => string): ChangeFacts {
  return changeFacts(migration, {
    color: false,
    width: 0,
    verbose: false,
    quiet: false,
    mode: 'show',
    displayPath,
  });
}

function countsOf({ patchSet, findings, silenced }: Migration): ReportCounts {
  const made = patchSet.files.flatMap(({ pieces }) => pieces.filter(({ type }) => type === 'made'));
  return {
    ...countFindings(findings),
    heldBack: countOffered(findings),
    filesChanged: patchSet.files.length,
    edits: made.length + patchSet.links.length,
    silenced: silenced.length,
  };
}

/** With those that are silenced, where they stand. */
function gatherFindings(
  { findings, silenced }: Migration,
  displayPath: (path: string) => string,
): FindingReport[] {
  const silences = new Map(silenced.map((each) => [each.finding, each]));
  return sortFindings([...findings, ...silences.keys()]).map((finding) => {
    const silence = silences.get(finding);
    const silencedBy =
      silence === undefined ? null : { line: silence.line, reason: printable(silence.reason) };
    return { ...gatherFinding(finding, displayPath), silencedBy };
  });
}

function gatherFinding(
  finding: Finding,
  displayPath: (path: string) => string,
): Omit<FindingReport, 'silencedBy'> {
  const { transform, messageId, level, message, path, position, applicability, fixTitle, applied } = finding;
  return {
    rule: transform,
    messageId,
    level,
    message: printable(message),
    path: printable(displayPath(path)),
    realPath: displayPath(path),
    position,
    applicability,
    fixTitle: fixTitle === null ? null : printable(fixTitle),
    applied,
    isHeldBack: isHeldBack(finding),
    task: taskOf(finding),
  };
}

function proofOf(migration: Migration): ProofReport {
  const { model, proof, refused, unknowns, signOf24 } = migration;
  const before = model.readBy === '2.4' ? '2.4 with mod_access_compat' : '2.2';
  if (refused.length > 0) {
    return {
      state: 'refused',
      text: `Not proven: 2.4 would not answer every request as ${before} did. Nothing is written.`,
    };
  }
  if (proof === 'none') {
    const why =
      signOf24 === null ? 'the access rules were not compared' : 'the tree is written for 2.4 already';
    return { state: 'not-made', text: `No proof: ${why}.` };
  }
  const open = unknowns.filter(({ bearing }) => bearing === 'access').length;
  const proven = provenText(migration, open === 0);
  if (open === 0) return { state: 'proven', text: `${proven}.` };
  const things = open === 1 ? 'one thing is' : `${open} things are`;
  return { state: 'as-far-as-known', text: `${proven}, but ${things} not known (see below).` };
}

/** The transforms that change something or say something, most edits first. */
function gatherRules({ patchSet, findings }: Migration): RuleReport[] {
  const edits = countEdits(patchSet).byTransform;
  const speaking = new Set(findings.map(({ transform }) => transform));
  return transforms
    .filter(({ id }) => edits.has(id) || speaking.has(id))
    .map(({ id, title, stage, docs }) => ({
      id,
      title,
      does: docs.does,
      why: docs.why,
      link: docs.link,
      edits: edits.get(id) ?? 0,
      isWhole: stage === 'access',
    }))
    .toSorted((a, b) => b.edits - a.edits || (a.id < b.id ? -1 : 1));
}
