import type { LayoutName, ModelRequest, TreeReader, TreeSurvey } from '../../model/index.ts';
import { surveyTree } from '../../model/index.ts';
import type { ProbeFailure, TargetName, TargetProfile, TargetRow } from '../../target/index.ts';
import { findServer, probeTarget, targetProfile, TARGET_ROWS, unknownTarget } from '../../target/index.ts';
import type { JsonTarget } from '../../report/index.ts';
import type { TargetOption } from '../command.ts';
import { posix, resolve } from 'node:path';

/** A target, and what shows that the tree moves to it. */
export interface FoundTarget {
  readonly target: TargetProfile;
  /** Null where nothing was seen. */
  readonly option: TargetOption | null;
  /** The rest of `..., because ...`. */
  readonly why: string;
}

/**
 * Whose 2.4 the tree is for, where nobody says: the 2.4 of this machine if the tree is its own server's (a copy of
 * another machine's tells nothing of it), the system that the tree's copy says it is from, else the newest with such a layout. Nothing
 * in the tree is run.
 */
export function findTarget(request: ModelRequest, reader: TreeReader): FoundTarget {
  const survey = surveyTree(request, reader);
  if (survey === null) return nothingSeen();
  const beside = survey.isInstalled ? findServer() : null;
  if (beside !== null)
    return { target: beside, option: ['--httpd', beside.name], why: 'found on this machine' };
  const system = findSystem(survey, reader);
  if (system !== null && system.row !== null)
    return named(system.row.name as TargetName, `${system.file} says so`);
  if (system !== null && system.newest !== null)
    return named(
      system.newest.name as TargetName,
      `${system.file} says ${system.name}, and this is the newest`,
    );
  const like = survey.isForWindows ? WINDOWS : LIKE_LAYOUT[survey.layout];
  if (like === undefined) return nothingSeen();
  const [name, whose] = like;
  return named(name, `the tree is laid out as ${whose}`);
}

/** What an option names, or for `auto` what the tree shows: for commands that ask a tree of 2.4. */
export function targetOf(
  {
    httpd,
    target,
    defines,
  }: { readonly httpd: string | null; readonly target: string | null; readonly defines: readonly string[] },
  path: string,
  reader: TreeReader,
): TargetProfile | ProbeFailure {
  if (httpd !== null) return probeTarget(httpd);
  const given = target === null ? null : targetProfile(target);
  const text = path === '-' ? { text: '' } : {};
  return given ?? findTarget({ path: resolve(path), ...text, defines }, reader).target;
}

const WINDOWS = ['windows', 'on Windows'] as const;

/** The newest of each family. */
const LIKE_LAYOUT: Readonly<Partial<Record<LayoutName, readonly [name: TargetName, whose: string]>>> = {
  debian: ['debian13', "Debian's"],
  rhel: ['rhel10', "Red Hat's"],
  suse: ['sles15', "SUSE's"],
  freebsd: ['freebsd', "FreeBSD's"],
  macos: ['macos', 'that of macOS'],
};

function named(name: TargetName, why: string): FoundTarget {
  return { target: targetProfile(name), option: ['--target', name], why };
}

/** As reports name it: where nothing was seen, a release alone, since it is no system's and no certain build. */
export function shownTarget({ target: { name, version }, option, why }: FoundTarget): JsonTarget {
  return { name: option === null ? version : name, version, why };
}

function nothingSeen(): FoundTarget {
  return { target: unknownTarget(), option: null, why: 'nothing shows which server it is for' };
}

/** The system that a tree is from, as its own files say. */
interface SystemFound {
  /** The file that says so. */
  readonly file: string;
  /** `debian 7`, as the file has it. */
  readonly name: string;
  /** The row of that very release; null if it came with another httpd, or is not known. */
  readonly row: TargetRow | null;
  /** The row of its newest release; null for a system of which there is none, and for a server that is not its package's. */
  readonly newest: TargetRow | null;
}

/**
 * What /etc/os-release, or an older file of its kind, says in the system whose /etc holds the main file: this machine for a tree in place,
 * the copy for a copy of a whole system. Null if there is none.
 */
function findSystem({ entry, layout }: TreeSurvey, reader: TreeReader): SystemFound | null {
  const at = entry.lastIndexOf('/etc/');
  if (at < 0) return null;
  const etc = entry.slice(0, at + '/etc'.length);
  for (const [name, read] of FILES) {
    const file = posix.join(etc, name);
    const content = reader.readFile(file);
    const system = 'failure' in content ? null : read(content.text);
    if (system !== null) return { file, name: `${system.id} ${system.version}`, ...rowsOf(system, layout) };
  }
  return null;
}

interface System {
  readonly id: string;
  readonly version: string;
}

/** Newest habit first. */
const FILES: readonly (readonly [name: string, read: (text: string) => System | null])[] = [
  ['os-release', readOsRelease],
  ['lsb-release', (text) => systemOf(valueOf(text, 'DISTRIB_ID'), valueOf(text, 'DISTRIB_RELEASE'))],
  ['redhat-release', (text) => systemOf('rhel', /\d+(?:\.\d+)?/.exec(text)?.[0])],
  [
    'system-release',
    (text) => systemOf(/amazon/i.test(text) ? 'amzn' : 'rhel', /\d+(?:\.\d+)?/.exec(text)?.[0]),
  ],
  ['SuSE-release', (text) => systemOf('sles', /VERSION\s*=\s*(\d+)/.exec(text)?.[1])],
  ['debian_version', (text) => systemOf('debian', /^\d+/.exec(text)?.[0])],
];

function readOsRelease(text: string): System | null {
  return systemOf(valueOf(text, 'ID'), valueOf(text, 'VERSION_ID'));
}

function systemOf(id: string | undefined, version: string | undefined): System | null {
  return id === undefined || version === undefined ? null : { id: id.toLowerCase(), version };
}

function valueOf(text: string, name: string): string | undefined {
  return new RegExp(`^${name}=["']?([^"'\\n]+)`, 'm').exec(text)?.[1];
}

/** A server of another layout is not of the system's package: DirectAdmin builds its own in /etc/httpd. */
function rowsOf({ id, version }: System, layout: LayoutName): Pick<SystemFound, 'row' | 'newest'> {
  const rows: readonly TargetRow[] = TARGET_ROWS;
  // Alpine's files are those of httpd's own docs, in places of its own.
  const ofPackage = layout === 'upstream' ? 'alpine' : layout;
  const ofSystem = rows.filter(
    ({ family, system }) => family === ofPackage && system?.id.includes(id) === true,
  );
  return {
    row: ofSystem.find(({ system }) => isOf(version, system?.version ?? '')) ?? null,
    newest: ofSystem.at(-1) ?? null,
  };
}

/** `7.9` is of 7, `12` is not of 1. */
function isOf(version: string, release: string): boolean {
  return version === release || version.startsWith(`${release}.`);
}
