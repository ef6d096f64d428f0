import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Something beside bytes, owner, mode and times that a file can have. */
export interface Attribute {
  readonly name: string;
  /** A command that gives it to the file whose path is put behind it. */
  readonly set: readonly string[];
  /** Whether a symbolic link can have it, too. */
  readonly isForLinks: boolean;
}

const extended = (name: string, value: string, isForLinks = false): Attribute => ({
  name,
  set: ['setfattr', '-h', '-n', name, '-v', value],
  isForLinks,
});

/** One of each kind. On a system without SELinux its label is an attribute like others, which only root can set. */
export const ATTRIBUTES: readonly Attribute[] = [
  extended('user.note', 'by hand'),
  extended('trusted.note', 'of root', true),
  extended('security.selinux', 'system_u:object_r:httpd_config_t:s0', true),
  { name: 'system.posix_acl_access', set: ['setfacl', '-m', 'u:12345:r,g:54321:rw'], isForLinks: false },
];

/** Whether there is what sets and shows them. In CI it must be there (.ci/run installs it). */
export function canSetAttributes(): boolean {
  const missing = ['setfattr', 'getfattr', 'setfacl'].filter((tool) => spawnSync(tool, ['--version']).error);
  if (missing.length === 0) return true;
  if (process.env['CI'] === 'true') throw new Error(`${missing.join()}: .ci/run installs attr and acl`);
  console.warn(`SKIPPED: without ${missing.join(' and ')} nobody sees whether attributes are kept`);
  return false;
}

/** Those that this user may set on this file system; of each other one it is said why not. */
export function attributesIn(folder: string): Attribute[] {
  const trial = mkdtempSync(join(folder, 'trial-'));
  try {
    return ATTRIBUTES.filter((attribute, at) => {
      const path = join(trial, `${at}`);
      writeFileSync(path, '');
      const refusal = tryToSet(attribute, path);
      if (refusal !== null) console.warn(`SKIPPED: ${attribute.name} can't be set in ${folder}: ${refusal}`);
      return refusal === null;
    });
  } finally {
    rmSync(trial, { recursive: true });
  }
}

/** @throws if it can't be set */
export function setAttribute(attribute: Attribute, path: string): void {
  const refusal = tryToSet(attribute, path);
  if (refusal !== null) throw new Error(`${attribute.name} of ${path}: ${refusal}`);
}

function tryToSet({ set: [tool = '', ...words] }: Attribute, path: string): string | null {
  const { status, stderr } = spawnSync(tool, [...words, path], { encoding: 'utf8' });
  return status === 0 ? null : stderr.trim();
}

/** All that a file or link has, an ACL among them, by name: hexadecimal values. */
export function attributesOf(path: string): Record<string, string> {
  const words = ['--absolute-names', '-h', '-d', '-m', '-', '-e', 'hex', path];
  const { status, stdout, stderr } = spawnSync('getfattr', words, { encoding: 'latin1' });
  if (status !== 0) throw new Error(stderr);
  const pairs = [...stdout.matchAll(/^([^#=\n]+)=(.*)$/gm)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value] as const).toSorted());
}

/** What a folder gives to all that is made in it. Why not, if it can't be set. */
export function setDefaultAcl(folder: string, entries: string): string | null {
  return tryToSet({ name: '', set: ['setfacl', '-d', '-m', entries], isForLinks: false }, folder);
}
