import { directive22, moduleIdentifier } from '../catalog/index.ts';
import { occurrencesOf, type ServerModel } from '../model/index.ts';
import type { TargetProfile } from '../target/index.ts';
import { includeOfLinks } from './module-link.ts';
import { liveModuleLines } from './tree-modules.ts';
import type { ReadingDemands } from './reading-demands.ts';

const PREFORK = 'mpm_prefork_module';
/** Of Debian since 8 (debian/apache2.postinst, enable_default_mpm): with another one beside it the server does not start (AH00534). */
const EVENT = 'mpm_event_module';
/** 2.2's default first; event was an experiment there. */
const PREFERENCE = [PREFORK, 'mpm_worker_module', 'mpm_event_module'];
/** Settings that one kind of MPM only has: ThreadsPerChild is not prefork's, MaxSpareServers only prefork's. */
const PROOFS = [
  'ThreadsPerChild',
  'ThreadLimit',
  'MinSpareThreads',
  'MaxSpareThreads',
  'MinSpareServers',
  'MaxSpareServers',
];
/** Modules that run in the server's process and are not safe with threads: PHP's, and what embeds Ruby or Python like it. */
const NOT_FOR_THREADS = /^(php\d*|ruby|python)_module$/;

/** An MPM, and the settings that speak for it. */
export interface MpmChoice {
  readonly identifier: string;
  readonly what: string;
}

/**
 * The MPM to load where the target has none compiled in and the tree loads none: the one that a module of the tree needs, else
 * the one that unguarded settings prove, else, on Debian, the one that its package enables, unless the tree has settings for one
 * other only, else the one that the 2.2 server is known to have had, else the one that the tree has settings for (2.2's default
 * before the others), else the target's usual one.
 * @returns null if the target needs none.
 */
export function chooseMpm(
  model: ServerModel,
  target: TargetProfile,
  demands: ReadingDemands,
): MpmChoice | null {
  if (target.mpm === null) return null;
  const embedded = liveModuleLines(model).find(({ identifier }) => NOT_FOR_THREADS.test(identifier));
  if (embedded)
    return { identifier: PREFORK, what: `${embedded.identifier}, which is not safe with threads` };
  const proven = provenMpm(model);
  if (proven !== null) return proven;
  const hasSettings = (identifier: string) => demands.get(identifier)?.guard;
  const [preferred, other] = PREFERENCE.filter(hasSettings);
  // Settings for several MPMs are those of the package's own files.
  const isOpen = hasSettings(EVENT) || preferred === undefined || other !== undefined;
  if (switchesByLinks(model, target) && isOpen)
    return { identifier: EVENT, what: "its start (it is the MPM that Debian's package enables)" };
  const started = PREFERENCE.find((identifier) => model.hasModule22(identifier) === 'yes');
  if (started !== undefined) return { identifier: started, what: 'its start (2.2 had it, too)' };
  const what = preferred ? 'its start (the tree has settings for it)' : 'its start';
  return { identifier: preferred ?? target.mpm, what };
}

function switchesByLinks(model: ServerModel, { moduleStyle, loadable }: TargetProfile): boolean {
  return moduleStyle === 'debian-links' && loadable.has(EVENT) && includeOfLinks(model) !== null;
}

/** Outside of guards stand only settings that the 2.2 server's MPM knew. */
function provenMpm(model: ServerModel): MpmChoice | null {
  for (const name of PROOFS) {
    const isUnguarded = occurrencesOf(model, name).some(({ guards }) => guards.length === 0);
    const providers = directive22(name)?.sourceFiles.map(moduleIdentifier) ?? [];
    const identifier = PREFERENCE.find((each) => providers.includes(each));
    if (isUnguarded && identifier) return { identifier, what: name };
  }
  return null;
}
