import { posix } from 'node:path';
import { migrate } from '../migrate/index.ts';
import type { Finding, Migration, MigrateOptions } from '../migrate/index.ts';
import { createMemoryReader } from '../model/index.ts';
import type { TreeReader } from '../model/index.ts';
import type { FilePatch, LinkPatch, PatchSet } from '../patch/index.ts';
import { targetProfile } from '../target/index.ts';
import type { TargetProfile } from '../target/index.ts';
import type { Transform } from '../transform/index.ts';
import type { Fixture } from './fixture.ts';

/** Where the tree of a fixture lies; its files may name it. */
export const FIXTURE_ROOT = '/opt/httpd-2.2';

/** What a fixture's migration gave. Paths are relative to its root. */
export interface FixtureRun {
  readonly migration: Migration;
  /** Only the files that change, by their new names. */
  readonly changed: Readonly<Record<string, string>>;
  /** One line for each new name, and each link that is made or goes: `rename path -> path`, `link path -> target`, `unlink path`. */
  readonly nameChanges: string;
  /** All files after the migration. */
  readonly files: Readonly<Record<string, string>>;
  /** Symbolic links after the migration: path -> target. */
  readonly links: Readonly<Record<string, string>>;
  /** One line a finding of a transform or of syntax: `file:line:column level transform/message-id (applicability): message`. */
  readonly findings: string;
}

/**
 * Migrates the fixture's tree, in memory; or with its settings another one, of these files and links.
 * @throws Error if the tree can't be read at all
 */
export function runFixture(
  fixture: Fixture,
  transforms: readonly Transform[],
  files: Readonly<Record<string, string>> = fixture.input,
  links: Readonly<Record<string, string>> = fixture.links,
): FixtureRun {
  const reader = fixtureReader(fixture, files, links);
  const { settings } = fixture;
  const options = fixtureOptions(fixture);
  const request = {
    path: entryPath(fixture),
    options: settings.isProven ? { ...options, only: null } : options,
    transforms: settings.isProven ? transforms.filter(({ id }) => options.only?.includes(id)) : transforms,
  };
  const migration = migrate(request, reader);
  if ('code' in migration) throw new Error(migration.message);
  const { patchSet } = migration;
  const changed = Object.fromEntries(
    patchSet.files.map(({ newPath, after }) => [relativePath(newPath), after] as const),
  );
  return {
    migration,
    changed,
    nameChanges: [...patchSet.files.flatMap(printRename), ...patchSet.links.map(printLink)].join(''),
    files: { ...withoutOldNames(files, patchSet), ...changed },
    links: linksAfter(links, migration),
    findings: ofTransforms(migration.findings).map(printFinding).join(''),
  };
}

/** Reads the fixture's tree; or with its folders another one, of these files and links. */
export function fixtureReader(
  { settings, input, links: own }: Fixture,
  files: Readonly<Record<string, string>> = input,
  links: Readonly<Record<string, string>> = own,
): TreeReader {
  const folders = (settings.folders ?? []).map((folder) => [`${folder}/`, ''] as const);
  return createMemoryReader(atRoot({ ...files, ...Object.fromEntries(folders) }), atRoot(links));
}

function printRename({ path, newPath }: FilePatch): string[] {
  return path === newPath ? [] : [`rename ${relativePath(path)} -> ${relativePath(newPath)}\n`];
}

function withoutOldNames(
  files: Readonly<Record<string, string>>,
  patchSet: PatchSet,
): Record<string, string> {
  const changed = new Set(patchSet.files.map(({ path }) => relativePath(path)));
  return Object.fromEntries(Object.entries(files).filter(([path]) => !changed.has(path)));
}

function printLink(change: LinkPatch): string {
  const path = relativePath(change.path);
  return change.type === 'link' ? `link ${path} -> ${change.target}\n` : `unlink ${path}\n`;
}

function linksAfter(
  before: Readonly<Record<string, string>>,
  { patchSet }: Migration,
): Record<string, string> {
  const links = new Map(Object.entries(before));
  for (const change of patchSet.links) {
    const path = relativePath(change.path);
    if (change.type === 'link') links.set(path, change.target);
    else links.delete(path);
  }
  return Object.fromEntries(links);
}

/** The options of a migration that the fixture's settings ask for. */
export function fixtureOptions({ settings, transform }: Fixture): MigrateOptions {
  return {
    access: settings.access ?? 'require',
    semantics: settings.semantics ?? 'contract',
    dual: settings.dual ?? false,
    apply: settings.apply ?? 'safe',
    target: findTarget(settings.target ?? 'stock'),
    defines: settings.defines ?? [],
    readAs: settings.readAs ?? null,
    only: settings.only ?? [transform],
    skip: [],
  };
}

function findTarget(name: string): TargetProfile {
  const target = targetProfile(name);
  if (target === null) throw new Error(`case.json names no target: ${name}`);
  return target;
}

/** What is migrated of a fixture: the path that it names, its only file, or the folder. */
export function entryPath({ settings, input }: Pick<Fixture, 'settings' | 'input'>): string {
  const files = Object.keys(input);
  const single = files.length === 1 && files[0]!.endsWith('.conf') ? files[0]! : '';
  return posix.join(FIXTURE_ROOT, settings.path ?? single);
}

function atRoot(entries: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).map(([path, text]) => [`${FIXTURE_ROOT}/${path}`, text]));
}

function relativePath(path: string): string {
  return posix.relative(FIXTURE_ROOT, path);
}

/** What the model says of a tree is its own tests' business, and its wording must not break the fixtures of transforms. */
function ofTransforms(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ transform }) => transform !== 'model');
}

function printFinding(finding: Finding): string {
  const { path, position, level, transform, messageId, applicability, applied, message } = finding;
  const place = position === null ? '' : `:${position.line}:${position.column}`;
  const state = `${applicability ?? 'nothing to do'}${applied ? ', applied' : ''}`;
  return `${relativePath(path)}${place} ${level} ${transform}/${messageId} (${state}): ${message}\n`;
}
