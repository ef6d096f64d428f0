import { posix } from 'node:path';
import type { TreeReader } from '../../model/index.ts';
import { TARGET_ROWS } from '../../target/index.ts';
import type { TargetRow } from '../../target/index.ts';

/** The system that a tree is from, as its own files say. */
export interface SystemFound {
  /** The file that says so. */
  readonly file: string;
  /** `debian 7`, as the file has it. */
  readonly name: string;
  /** The row of that very release; null if it came with another httpd, or is not known. */
  readonly row: TargetRow | null;
}

/**
 * What /etc/os-release, or an older file of its kind, says in the system whose /etc holds the main file: this machine for a tree in place,
 * the copy for a copy of a whole system. Null if there is none.
 */
export function findSystem(entry: string, reader: TreeReader): SystemFound | null {
  const at = entry.lastIndexOf('/etc/');
  if (at < 0) return null;
  const etc = entry.slice(0, at + '/etc'.length);
  for (const [name, read] of FILES) {
    const file = posix.join(etc, name);
    const content = reader.readFile(file);
    const system = 'failure' in content ? null : read(content.text);
    if (system !== null) return { file, name: `${system.id} ${system.version}`, row: rowOf(system) };
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

function rowOf({ id, version }: System): TargetRow | null {
  const rows: readonly TargetRow[] = TARGET_ROWS;
  return rows.find(({ system }) => system?.id.includes(id) === true && isOf(version, system.version)) ?? null;
}

/** `7.9` is of 7, `12` is not of 1. */
function isOf(version: string, release: string): boolean {
  return version === release || version.startsWith(`${release}.`);
}
