import { moduleFacts } from '../../src/catalog/index.ts';
import type { PackagedModuleFile } from '../../src/catalog/index.ts';

/** The text of a file of conf.modules.d: what is loaded, and what the package would load besides, commented out. */
export function moduleFileText(
  { name, modules }: PackagedModuleFile,
  isLoaded: (identifier: string) => boolean,
): string {
  const lines =
    name === '01-cgi.conf'
      ? cgiLines(modules.some(isLoaded))
      : modules.map((each) => lineOf(each, isLoaded(each)));
  return `${lines.join('\n')}\n`;
}

function lineOf(identifier: string, isLoaded: boolean): string {
  return `${isLoaded ? '' : '#'}LoadModule ${identifier} modules/${moduleFacts(identifier)?.file ?? ''}`;
}

const THREADED = ['mpm_worker_module', 'mpm_event_module'];

/** Which CGI module it is depends on the MPM. */
function cgiLines(isLoaded: boolean): string[] {
  const guards = [...THREADED, 'mpm_prefork_module'].flatMap((mpm) => [
    `<IfModule ${mpm}>`,
    `    ${lineOf(cgiModuleOf(mpm), true)}`,
    '</IfModule>',
  ]);
  return isLoaded ? guards : guards.map((line) => `#${line}`);
}

/** The module that 01-cgi.conf loads beside an MPM. */
export function cgiModuleOf(mpm: string): string {
  return THREADED.includes(mpm) ? 'cgid_module' : 'cgi_module';
}

const OWNER = 'authz_owner_module';
/** They look for mod_authz_owner when they are loaded (before 2.4.16, see load-owner-before-groups). */
const ASKERS: readonly string[] = ['authz_dbm_module', 'authz_groupfile_module'];

/** The package's order, but for mod_authz_owner where the tree has it before the modules that ask it. */
export function orderedModules(
  { modules }: PackagedModuleFile,
  loaded: readonly string[],
): readonly string[] {
  const owner = loaded.indexOf(OWNER);
  const isBefore = owner >= 0 && ASKERS.some((each) => loaded.indexOf(each) > owner);
  if (!isBefore || !modules.includes(OWNER)) return modules;
  const others = modules.filter((each) => each !== OWNER);
  const at = others.findIndex((each) => ASKERS.includes(each));
  return [...others.slice(0, at), OWNER, ...others.slice(at)];
}
