import { changeKeys, digest, findAllMentions, isWhole, NotKept } from '../../fleet/index.ts';
import { storeFile, toFramedJson, toFramedText, tracedReader } from '../../fleet/index.ts';
import type {
  AllMentions,
  FleetTask,
  Frame,
  TreeDetail,
  TreeStore,
  TreeSummary,
  WorkedTree,
} from '../../fleet/index.ts';
import { gatherTree } from '../../formats/index.ts';
import type { MigrateOptions } from '../../migrate/index.ts';
import { createDiskReader } from '../../model/index.ts';
import type { ServerModel } from '../../model/index.ts';
import { describeError } from '../../output/index.ts';
import { countEdits, countFindings, migrationAsJson, printable } from '../../report/index.ts';
import { targetProfile } from '../../target/index.ts';
import type { MigrateCommand } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { apologyFor } from '../apologize.ts';
import { findTarget, shownTarget } from '../migrate/auto-target.ts';
import type { FoundTarget } from '../migrate/auto-target.ts';
import { judge, whyUnreadable } from '../migrate/judge.ts';
import { originalsReader, rebaseMigrations, writtenTree } from '../migrate/written-tree.ts';
import type { Originals } from '../migrate/written-tree.ts';
import type { GivenFacts } from '../load-given-facts.ts';
import { migrateAll } from '../migrate/migrate-all.ts';
import type { NamedMigration } from '../migrate/migrate-all.ts';
import { openPoints } from '../migrate/open-points.ts';
import { textsRead } from '../migrate/write-migrations.ts';

/** What all servers of a run have in common. */
export interface FleetWish {
  readonly command: MigrateCommand;
  readonly options: Omit<MigrateOptions, 'target'>;
  readonly given: GivenFacts;
  /** Whether reports are made of the trees, which takes more than their edits and findings. */
  readonly reports: boolean;
  /** Null: each tree shows its own. */
  readonly target: FoundTarget | null;
}

/** Migrates one server's tree and puts what there is to tell about it into the store. Writes nothing else, and never throws. */
export function workServer(
  wish: FleetWish,
  { server, frame, replaces }: FleetTask,
  store: TreeStore,
): WorkedTree {
  const disk = createDiskReader();
  const traced = tracedReader(disk, frame);
  const command = commandFor(wish.command, server.path);
  const own = server.target === null ? wish.target : namedTarget(server.target);
  try {
    const written = replaces === undefined ? null : writtenTree(server.path, replaces);
    if (typeof written === 'string') return notRead(written);
    const reader = written === null ? traced.reader : originalsReader(disk, written);
    const targetOf = (tree: Parameters<typeof findTarget>[0]) => own ?? findTarget(tree, reader);
    const made = migrateAll(command, wish.options, targetOf, null, wish.given, reader);
    const done = 'code' in made || written === null ? made : rebaseMigrations(made, written);
    const { steps } = traced;
    const isInPlace = 'code' in done || done.some(({ migration }) => liesInPlace(migration.model));
    const texts = [...traced.texts, ...Object.values(wish.given.environment), ...wish.command.defines];
    const mentions = findAllMentions(texts, frame, isInPlace);
    if ('code' in done)
      return { summary: failed(toFramedText(printable(done.message), frame)), mentions, steps };
    const [one] = done;
    if (one === undefined) return { summary: failed('nothing was read'), mentions, steps: null };
    const { summary, saysWhere } = summaryOf(one, frame, store, written, wish);
    // The server that was found here is none of the tree's answers.
    const isItsOwn = written === null && isWhole(steps);
    const isElsewhere = own !== null || one.found.option?.[0] !== '--httpd';
    const placed = saysWhere ? { ...mentions, outer: ANYTHING } : mentions;
    return { summary, mentions: placed, steps: isElsewhere && isItsOwn ? steps : null };
  } catch (error) {
    return notRead(error instanceof NotKept ? notKeptWords(error) : apologyFor(error));
  }
}

function notKeptWords({ folder, cause }: NotKept): string {
  return `the cache ${printable(folder)} can't be written (${describeError(cause)}): make room, or give --cache DIR on another disk`;
}

const NOTHING = { names: [], isPattern: false };
const ANYTHING = { names: [], isPattern: true };
export const NO_MENTIONS: AllMentions = { ...NOTHING, outer: NOTHING };

function notRead(failure: string): WorkedTree {
  return { summary: failed(failure), mentions: NO_MENTIONS, steps: null };
}

/** The command as it would be for this server alone. `{}` in a folder stands for its PATH. */
export function commandFor(command: MigrateCommand, path: string): MigrateCommand {
  const filled = (folder: string) => folder.replace(/^.*\{\}/, () => path);
  return {
    ...command,
    paths: [path],
    serverRoot: command.serverRoot === null ? null : filled(command.serverRoot),
    maps: command.maps.map(({ from, to }) => ({ from, to: filled(to) })),
  };
}

export function namedTarget(name: string): FoundTarget | null {
  const target = targetProfile(name);
  return target === null ? null : { target, option: ['--target', name], why: '' };
}

/** Whether folder sections are matched with the paths that files have here. */
function liesInPlace({ kind, serverRoot, statedRoot }: ServerModel): boolean {
  return kind !== 'server' || serverRoot === statedRoot;
}

export function failed(failure: string): TreeSummary {
  return {
    id: null,
    exitCode: EXIT.badInput,
    failure,
    target: { name: '', version: '', why: '' },
    filesRead: 0,
    filesChanged: 0,
    edits: 0,
    findings: { error: 0, warning: 0, info: 0, heldBack: 0 },
    isFor24: false,
    change: '',
    variant: '',
    shared: [],
  };
}

const asItIs = (path: string): string => path;

function summaryOf(
  { path, migration, whole = migration, found }: NamedMigration,
  frame: Frame,
  store: TreeStore,
  written: Originals | null,
  { reports }: Pick<FleetWish, 'reports'>,
): { readonly summary: TreeSummary; readonly saysWhere: boolean } {
  const { patchSet, findings, model } = migration;
  const exitCode = judge([migration], 'show');
  const unreadable = whyUnreadable([migration]);
  const target = shownTarget(found);
  const report = migrationAsJson(path, migration, target);
  const detail: TreeDetail = {
    report,
    files: patchSet.files.map(storeFile),
    links: patchSet.links,
    folders: patchSet.folders ?? [],
    open: openPoints(whole),
    read: [...textsRead([model], written)].map(([file, text]) => [file, digest(text)]),
    replaces: written?.replaces?.id ?? null,
    ...(reports ? { shown: gatherTree({ path, migration, target }, asItIs) } : {}),
  };
  const { files, edits } = countEdits(patchSet);
  const paths = [
    ...patchSet.files.flatMap((file) => [file.path, file.newPath]),
    ...patchSet.links.map((link) => link.path),
  ];
  const json = toFramedJson(detail, frame);
  const summary: TreeSummary = {
    id: store.putDetail(json),
    exitCode,
    failure: unreadable === null ? null : toFramedText(printable(unreadable), frame),
    target,
    filesRead: model.files.size,
    filesChanged: files,
    edits,
    findings: countFindings(findings),
    isFor24: migration.signOf24 !== null,
    ...changeKeys(report, exitCode, frame),
    shared: [...new Set(paths)].filter((one) => !one.startsWith(`${frame.folder}/`)),
  };
  // It names a folder around the server, which is another one for a server elsewhere.
  return { summary, saysWhere: json.includes(JSON.stringify(`${frame.common}/`).slice(1, -1)) };
}
