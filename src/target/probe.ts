import { statSync } from 'node:fs';
import { moduleIdentifier } from '../catalog/index.ts';
import { familyProfile } from './families.ts';
import { findModules, identifierOfFile } from './module-files.ts';
import { probeBackports } from './probe-backports.ts';
import type { ServerProgram, ServerInfo } from './server-program.ts';
import { askProgram, findProgram, readServerInfo } from './server-program.ts';
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

const SET_USER_ID = 0o4000;

/** Reading no configuration (`-f`), so that nothing of the machine's own tree is loaded. */
const NO_CONFIGURATION = ['-f', '/dev/null'];

/**
 * Asks a 2.4 binary (a path, a name to be found in PATH, or a command that runs one) what it has compiled in, which module files lie
 * beside it, and what later fixes its packager added. Waits at most `timeout` ms for each answer. Never throws: a failure is a value.
 */
export function probeTarget(given: string, timeout = 10_000): TargetProfile | ProbeFailure {
  const program = findProgram(given);
  if (program === null) {
    const what = 'no such program; --httpd wants the path of a 2.4 httpd or apache2';
    return failure('missing', `${given}: ${what}`);
  }
  const ask = askerOf(program, timeout);
  const list = ask('-l');
  if (typeof list !== 'string') return list;
  const version = askVersion(program, ask);
  if (typeof version !== 'string') return version;
  const profile = profileOf(program, readServerInfo(version, list));
  if (isProbeFailure(profile)) return profile;
  const takes = (lines: readonly string[]): boolean => {
    const answer = askProgram(
      program,
      [...NO_CONFIGURATION, ...lines.flatMap((line) => ['-C', line]), '-t'],
      timeout,
    );
    return 'status' in answer && answer.status === 0;
  };
  const backports = probeBackports(profile, takes);
  return backports.size === 0 ? profile : { ...profile, backports };
}

/** Tells the two results of probeTarget apart. */
export function isProbeFailure(result: TargetProfile | ProbeFailure): result is ProbeFailure {
  return 'type' in result;
}

type Ask = (...words: readonly string[]) => string | ProbeFailure;

function askerOf(program: ServerProgram, timeout: number): Ask {
  return (...words) => {
    const answer = askProgram(program, [...NO_CONFIGURATION, ...words], timeout);
    if ('stdout' in answer) return answer.stdout;
    if (answer.code === 'ETIMEDOUT') {
      const message = `${program.name}: no answer to ${words.at(-1)} within ${timeout / 1000} seconds`;
      return failure('no-answer', message);
    }
    const message = `${program.name}: cannot be run (${answer.code}); --httpd wants an executable 2.4 server`;
    return failure('not-runnable', message);
  };
}

/**
 * What -V says. Before 2.4.9 the configuration is read first, and without an MPM in it there is no answer (server/main.c); -v is
 * answered always, and -V as soon as an MPM is loaded.
 */
function askVersion({ binary }: ServerProgram, ask: Ask): string | ProbeFailure {
  const full = ask('-V');
  if (full !== '') return full;
  const short = ask('-v');
  if (typeof short !== 'string' || short === '') return short;
  const modules = binary === null ? null : findModules(binary, null);
  const mpm = modules?.files.find((file) => /^mod_mpm_(?:prefork|event|worker)\.so$/.test(file));
  if (!modules || mpm === undefined) return short;
  const withMpm = ask('-C', `LoadModule ${identifierOfFile(mpm)} "${modules.folder}/${mpm}"`, '-V');
  return typeof withMpm === 'string' && withMpm.startsWith(short.slice(0, 20)) ? withMpm : short;
}

function profileOf(program: ServerProgram, info: ServerInfo): TargetProfile | ProbeFailure {
  const { name, words, binary } = program;
  if (info.version === null) {
    return failure('not-httpd', `${name}: does not answer -V as an Apache httpd does`);
  }
  if (!info.version.startsWith('2.4.')) {
    const message = `${name}: is httpd ${info.version}, but the tree moves to 2.4; give the path of a 2.4 server`;
    return failure('wrong-version', message);
  }
  const builtin = new Set(info.sourceFiles.map((file) => moduleIdentifier(file) ?? identifierOfFile(file)));
  // Whose main file is called so is built by Debian or its kin, and has a2enmod.
  const isDebian = info.mainFile === 'apache2.conf';
  const isRedHat = info.root === '/etc/httpd';
  const family = isDebian ? 'debian' : isRedHat ? 'rhel' : 'source';
  const known = {
    name,
    version: info.version,
    builtin,
    family,
    ...(info.typesFile !== null && { typesFile: info.typesFile }),
    // What a command leads to may be another system.
    ...(binary !== null && suexecOf(info)),
  } as const;
  const moduleStyle = isDebian ? 'debian-links' : isRedHat ? 'conf-modules' : 'load-module';
  if (binary === null) return { ...usualModules(info, known), words, moduleStyle };
  const found = findModules(binary, info.root);
  if (!found && !builtin.has('authz_core_module')) {
    return failure('no-modules', `${name}: its module files (mod_*.so) are in none of the usual folders`);
  }
  const loadable = new Map(found?.files.map((file) => [identifierOfFile(file), file]));
  for (const identifier of builtin) loadable.delete(identifier);
  const moduleFolder = found?.folder ?? 'modules';
  return { ...known, loadable, moduleFolder, mpm: mpmToLoad(builtin, loadable), moduleStyle };
}

/** Owned by root and set-user-ID, or 2.4 refuses SuexecUserGroup (os/unix/unixd.c, modules/arch/unix/mod_unixd.c). */
function suexecOf({ suexecProgram }: ServerInfo): Pick<TargetProfile, 'suexec'> {
  if (suexecProgram === null) return {};
  return { suexec: { program: suexecProgram, isUsable: isSetUserId(suexecProgram) } };
}

function isSetUserId(program: string): boolean {
  try {
    const { uid, mode } = statSync(program);
    return uid === 0 && (mode & SET_USER_ID) !== 0;
  } catch {
    return false;
  }
}

type KnownOfServer = Pick<TargetProfile, 'name' | 'version' | 'builtin' | 'family'>;

/** Where a command leads, folders can't be looked into: its module files are taken to be those of the usual package. */
function usualModules(
  { root, mainFile }: ServerInfo,
  known: KnownOfServer,
): Omit<TargetProfile, 'moduleStyle'> {
  const isRedHat = root === '/etc/httpd';
  const family = mainFile === 'apache2.conf' ? 'debian' : isRedHat ? 'rhel' : 'freebsd';
  const { loadable: usual, moduleFolder, apart } = familyProfile(family, known.version);
  const loadable = new Map([...usual].filter(([identifier]) => !known.builtin.has(identifier)));
  return {
    ...known,
    loadable,
    moduleFolder: family === 'freebsd' ? 'modules' : moduleFolder,
    mpm: mpmToLoad(known.builtin, loadable),
    ...(apart && { apart }),
  };
}

function mpmToLoad(builtin: ReadonlySet<string>, loadable: ReadonlyMap<string, string>): string | null {
  if ([...builtin].some((identifier) => identifier.startsWith('mpm_'))) return null;
  return MPMS.find((identifier) => loadable.has(identifier)) ?? null;
}

function failure(code: ProbeFailure['code'], message: string): ProbeFailure {
  return { type: 'probe-failure', code, message };
}

/** Names and places of a 2.4 server, as packages and builds have them: in PATH, Debian, RHEL, its SCL, source, Homebrew, FreeBSD. */
const CANDIDATES = [
  'apache2',
  'httpd',
  '/usr/sbin/apache2',
  '/usr/sbin/httpd',
  '/opt/rh/httpd24/root/usr/sbin/httpd',
  '/usr/local/apache2/bin/httpd',
  '/opt/homebrew/bin/httpd',
  '/usr/local/sbin/httpd',
];

/** The first 2.4 server of this machine that answers; null if there is none. A 2.2 in the same place is passed over. */
export function findServer(): TargetProfile | null {
  for (const candidate of CANDIDATES) {
    const profile = probeTarget(candidate);
    if (!isProbeFailure(profile)) return profile;
  }
  return null;
}
