import { buildModel, createMemoryReader, isModelFailure, type ServerModel } from '../../src/model/index.ts';
import { computeNeeds } from '../../src/needs/index.ts';
import { targetProfile, type TargetName, type TargetProfile } from '../../src/target/index.ts';

const MAIN = '/usr/local/apache2/conf/httpd.conf';

/** LoadModule lines of these modules (bare names). */
export function loading(...names: readonly string[]): string {
  return names.map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`).join('');
}

/** Lines by which a tree loads modules that a default 2.2 has compiled in: all its modules are files, then. */
export const SHARED = loading('alias', 'dir', 'mime', 'log_config', 'authz_host');

export function serverOf(
  main: string,
  target: TargetProfile,
  files: Readonly<Record<string, string>> = {},
  builtIn22?: readonly string[],
): ServerModel {
  const all = { [MAIN]: `ServerRoot /usr/local/apache2\n${main}`, ...files };
  const request = { path: MAIN, target, ...(builtIn22 && { builtIn22 }) };
  const model = buildModel(request, createMemoryReader(all));
  if (isModelFailure(model)) throw new Error(model.message);
  return model;
}

/** The bare names of the modules that a main file with these lines needs. */
export function needsOf(main: string, target: TargetName = 'stock'): string[] {
  const profile = targetProfile(target);
  const { needs } = computeNeeds(serverOf(main, profile), profile);
  return needs.map(({ identifier }) => identifier.replace(/_module$/, ''));
}

/** Those that a main file needs whose 2.2 server had these compiled in. */
export function needsOfBuild(main: string, ...builtIn22: readonly string[]): string[] {
  const profile = targetProfile('stock');
  const built = ['core_module', 'http_core_module', 'mpm_prefork_module', 'so_module', ...builtIn22];
  const { needs } = computeNeeds(serverOf(main, profile, {}, built), profile);
  return needs.map(({ identifier }) => identifier.replace(/_module$/, ''));
}

/** Those of which it can't be told whether 2.2 had them. */
export function unsureOf(main: string): string[] {
  const profile = targetProfile('stock');
  const { unsure } = computeNeeds(serverOf(main, profile), profile);
  return unsure.map(({ identifier }) => identifier.replace(/_module$/, ''));
}
