import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { moduleFacts, moduleIdentifier } from '../catalog/index.ts';
import { readServerInfo, type ServerInfo } from './server-info.ts';
import type { TargetProfile } from './types.ts';

/** Why a binary makes no target profile. */
export interface ProbeFailure {
  readonly type: 'probe-failure';
  readonly code: 'missing' | 'not-runnable' | 'no-answer' | 'not-httpd' | 'wrong-version' | 'no-modules';
  /** For people: the path, what is wrong, what to do. */
  readonly message: string;
}

/** 2.2's default MPM first: it serves what a 2.2 tree may hold (modules that are not thread-safe) as 2.2 did. */
const MPMS = ['mpm_prefork_module', 'mpm_event_module', 'mpm_worker_module'];

/** Below the folder that holds the binary's `bin` or `sbin`: upstream, Debian, RHEL, Arch, Gentoo and SUSE, Alpine, FreeBSD, macOS. */
const MODULE_FOLDERS = [
  'modules',
  'lib/apache2/modules',
  'lib64/httpd/modules',
  'lib/httpd/modules',
  'lib64/apache2/modules',
  'lib64/apache2',
  'lib/apache2',
  'libexec/apache24',
  'libexec/apache2',
];

/** Reading no configuration (`-f`), so that nothing of the machine's own tree is loaded; -V answers before it minds. */
const NO_CONFIGURATION = ['-f', '/dev/null'];

/**
 * Asks a 2.4 binary (a path, or a name to be found in PATH) what it has compiled in and which module files lie beside it.
 * Waits at most `timeout` ms for each of two answers. Never throws: a failure is a value.
 */
export function probeTarget(binary: string, timeout = 10_000): TargetProfile | ProbeFailure {
  const path = locate(binary);
  if (path === null) {
    return failure('missing', `${binary}: no such program; --httpd wants the path of a 2.4 httpd or apache2`);
  }
  const versionOutput = ask(path, '-V', timeout);
  if (typeof versionOutput !== 'string') return versionOutput;
  const listOutput = ask(path, '-l', timeout);
  if (typeof listOutput !== 'string') return listOutput;
  return profileOf(path, readServerInfo(versionOutput, listOutput));
}

/** Tells the two results of probeTarget apart. */
export function isProbeFailure(result: TargetProfile | ProbeFailure): result is ProbeFailure {
  return 'type' in result;
}

function profileOf(path: string, info: ServerInfo): TargetProfile | ProbeFailure {
  if (info.version === null) {
    return failure('not-httpd', `${path}: does not answer -V as an Apache httpd does`);
  }
  if (!info.version.startsWith('2.4.')) {
    const message = `${path}: is httpd ${info.version}, but the tree moves to 2.4; give the path of a 2.4 server`;
    return failure('wrong-version', message);
  }
  const builtin = new Set(info.sourceFiles.map((file) => moduleIdentifier(file) ?? identifierOfFile(file)));
  const found = findModules(path, info.root);
  if (!found && !builtin.has('authz_core_module')) {
    return failure('no-modules', `${path}: its module files (mod_*.so) are in none of the usual folders`);
  }
  const loadable = new Map(found?.files.map((file) => [identifierOfFile(file), file]));
  for (const identifier of builtin) loadable.delete(identifier);
  return {
    name: path,
    version: info.version,
    builtin,
    loadable,
    moduleFolder: found?.folder ?? 'modules',
    mpm: mpmToLoad(builtin, loadable),
    // Whose main file is called so is built by Debian or its kin, and has a2enmod.
    moduleStyle: info.mainFile === 'apache2.conf' ? 'debian-links' : 'load-module',
    ...(info.typesFile !== null && { typesFile: info.typesFile }),
  };
}

function mpmToLoad(builtin: ReadonlySet<string>, loadable: ReadonlyMap<string, string>): string | null {
  if ([...builtin].some((identifier) => identifier.startsWith('mpm_'))) return null;
  return MPMS.find((identifier) => loadable.has(identifier)) ?? null;
}

/** `mod_x.so` or `mod_x.c` -> `x_module`, `libphp5.so` -> `php5_module`, where the catalog does not know better. */
function identifierOfFile(file: string): string {
  const known = moduleFacts(file)?.identifier;
  return known ?? file.replace(/^(?:mod_|lib)/, '').replace(/\.(?:so|c)$/, '') + '_module';
}

/** The first folder with module files: below the compiled-in server root, else near the binary. */
function findModules(path: string, root: string | null): { folder: string; files: readonly string[] } | null {
  const prefix = dirname(dirname(path));
  const folders = MODULE_FOLDERS.map((folder) => join(prefix, folder));
  if (root) folders.unshift(resolve(root, 'modules'));
  for (const folder of folders) {
    const files = moduleFiles(folder);
    if (files.length > 0) return { folder, files };
  }
  return null;
}

function moduleFiles(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => /^(?:mod_|lib).+\.so$/.test(name));
    return names.some((name) => name.startsWith('mod_')) ? names.toSorted() : [];
  } catch {
    return [];
  }
}

/** The real path of the binary, or null if there is none. */
function locate(binary: string): string | null {
  const inPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, binary));
  const candidates = /[/\\]/.test(binary) ? [resolve(binary)] : inPath;
  for (const candidate of candidates) {
    try {
      accessSync(candidate, constants.F_OK);
      return realpathSync(candidate);
    } catch {
      // Not here: the next folder of PATH.
    }
  }
  return null;
}

/** What the binary prints; its exit code counts for nothing (-V ends with 1 where no MPM is compiled in). */
function ask(path: string, option: string, timeout: number): string | ProbeFailure {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  const env = { LC_ALL: 'C', ...(PATH && { PATH }), ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }) };
  const { error, stdout } = spawnSync(path, [...NO_CONFIGURATION, option], {
    encoding: 'latin1',
    env,
    timeout,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (!error) return stdout;
  const code = (error as NodeJS.ErrnoException).code ?? error.message;
  if (code === 'ETIMEDOUT') {
    return failure('no-answer', `${path}: no answer to ${option} within ${timeout / 1000} seconds`);
  }
  return failure('not-runnable', `${path}: cannot be run (${code}); --httpd wants an executable 2.4 server`);
}

function failure(code: ProbeFailure['code'], message: string): ProbeFailure {
  return { type: 'probe-failure', code, message };
}
