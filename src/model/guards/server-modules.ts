import {
  directive24,
  directiveSince,
  isMpm,
  moduleFacts,
  moduleFateOf,
  moduleRenamedTo,
  modulesProviding24,
  patchRelease,
  staticIn22,
  thirdPartyModuleOf,
  UNIX_MPMS,
} from '../../catalog/index.ts';
import type { ModuleFacts } from '../../catalog/index.ts';
import type { TargetProfile } from '../../target/index.ts';
import type { Build22, LayoutName, Truth } from '../types.ts';

/** What the LoadModule lines of a whole tree say about the build of its server. */
export interface BuildFacts extends Build22 {
  /** Identifiers of the MPMs it loads (2.4's way; 2.2 has its MPM compiled in). */
  readonly mpms: readonly string[];
}

export interface ServerModulesRequest {
  readonly layout: LayoutName;
  /** False for a fragment or loose .htaccess files: their server is not known. */
  readonly isWhole: boolean;
  /** Null if it can't be told. */
  readonly isWindows: boolean | null;
  readonly build: BuildFacts;
  /** What the 2.2 server lists as compiled in; null where its list is not given. */
  readonly builtIn22: ReadonlySet<string> | null;
  /** The MPM of the 2.2 server, where its start script shows it. */
  readonly mpm22?: string | undefined;
  readonly target: TargetProfile | undefined;
  /** Whether 2.4 reads the tree as it is. */
  readonly isMigrated: boolean;
}

/** The modules of both servers at one point of the reading order: LoadModule takes effect as it is read (mod_so.c). */
export interface ServerModules {
  load(identifier: string, file: string, on22: Truth, on24: Truth): void;
  /** From here on any module may be loaded: by a file that the server read, and that is not here. @param path of the Include line */
  leaveOpen(path: string): void;
  /** The same for 2.4 alone, where an Include line with wildcards finds nothing in the place of what loads modules. */
  findNothing(path: string): void;
  /** What `<IfModule name>` finds under 2.2, and under 2.4 after the migration. */
  find(name: string): { readonly on22: Truth; readonly on24: Truth };
  /** What `<IfDirective name>` finds under 2.4: a directive of the modules that are there, a section with its bracket (`ap_exists_directive`, server/config.c). */
  findDirective24(name: string): Truth;
}

/** Modules that every build of 2.2 has, however few others. */
const BARE = new Set(['core_module', 'http_module', 'so_module']);
/** Modules that a migrated tree loads whether or not the original says so: 2.4 answers 500 or does not start without. */
const ALWAYS_IN_24 = new Set(['authz_core_module', 'authn_core_module', 'unixd_module', ...BARE]);
/**
 * mod_version, which a build from source that was given a list of its shared modules has compiled in (configure.in of 2.2). Where no line loads
 * it, it is taken to be there.
 */
const ASSUMED = 'version_module';

const NOWHERE = { on22: 'no', on24: 'no' } as const;

export function createServerModules(request: ServerModulesRequest): ServerModules {
  const loaded = new Map<string, { on22: Truth; on24: Truth }>();
  const files = new Set<string>();
  let isOpen = false;
  let isOpenIn24 = false;
  /** Whether 2.2 has the module that a new one is under another name: so has 2.4 after the migration. */
  const findOld = (old: string | null): Truth => {
    const facts = old === null ? null : moduleFacts(old);
    return facts === null ? 'maybe' : findIn22(facts, loaded.get(facts.identifier)?.on22 ?? 'no');
  };
  const findIn22 = (facts: ModuleFacts, loaded22: Truth): Truth => {
    const on22 = find22(facts, loaded22, request);
    return on22 === 'no' && isOpen && facts.in22 && facts.status22 !== 'MPM' ? 'maybe' : on22;
  };
  const find: ServerModules['find'] = (name) => {
    const identifier = identifierOf(name);
    if (identifier === null) return NOWHERE;
    const facts = moduleFacts(identifier);
    const found = loaded.get(identifier) ?? NOWHERE;
    if (facts === null) {
      if (request.builtIn22?.has(identifier)) return { on22: 'yes', on24: surer(found.on24, 'maybe') };
      return findForeign(found, isOpen || !request.isWhole || files.has(name.replace(/\.c$/, '.so')));
    }
    const on22 = findIn22(facts, found.on22);
    const on22ByOldName = facts.in22 ? on22 : findOld(moduleRenamedTo(identifier));
    const on24 = request.isMigrated
      ? findInMigrated(facts, found.on24, isOpen || isOpenIn24, request)
      : find24(facts, found.on24, on22ByOldName, request);
    return { on22, on24 };
  };
  /** Whether a third-party module may have the directive. */
  const findForeignDirective = (name: string): Truth => {
    const isForeign = (identifier: string): boolean => moduleFacts(identifier) === null;
    const mayBeLoaded =
      isOpen ||
      isOpenIn24 ||
      !request.isWhole ||
      [...loaded].some(([identifier, { on24 }]) => on24 !== 'no' && isForeign(identifier)) ||
      [...(request.builtIn22 ?? [])].some(isForeign);
    const mayBeBuiltIn = !request.build.loadsModules && thirdPartyModuleOf(name.replace(/^</, '')) !== null;
    return mayBeLoaded || mayBeBuiltIn ? 'maybe' : 'no';
  };
  return {
    leaveOpen(path) {
      // Debian's packages and tools load modules there and nowhere else.
      isOpen ||= request.layout !== 'debian' || path.includes('/mods-enabled');
    },
    findNothing(path) {
      isOpenIn24 ||= mayLoadModules(path);
    },
    load(identifier, file, on22, on24) {
      const before = loaded.get(identifier) ?? NOWHERE;
      loaded.set(identifier, { on22: surer(before.on22, on22), on24: surer(before.on24, on24) });
      files.add(file.slice(file.lastIndexOf('/') + 1));
    },
    find,
    findDirective24(name) {
      const facts = directive24(name);
      // A section is found by its bracket alone.
      if (facts === null || facts.section !== name.startsWith('<')) return findForeignDirective(name);
      // Which release has it is known only where the release is.
      const isLate = directiveSince(name) > patchRelease(request.target?.version ?? '');
      const found = modulesProviding24(name).map((identifier) => find(identifier).on24);
      const truth = found.reduce(surer, 'no');
      return truth === 'yes' && isLate ? 'maybe' : truth;
    },
  };
}

/**
 * The module that IfModule finds by that name, as an identifier: `x_module`, or the name of the source file that it was compiled
 * from (start_ifmod, server/core.c; exact case). Null for what names nothing on any server, such as `mod_authz_host`.
 */
export function identifierOf(name: string): string | null {
  const facts = moduleFacts(name);
  if (facts !== null) {
    return name === facts.identifier || name === facts.sourceFile ? facts.identifier : null;
  }
  if (/^\w+_module$/.test(name)) return name;
  const source = /^mod_(\w+)\.c$/.exec(name);
  if (source === null) return /^\w+\.c$/.test(name) ? name : null;
  const identifier = `${source[1]}_module`;
  // httpd's own is compiled from a file of another name: that of ldap_module is util_ldap.c.
  return moduleFacts(identifier) === null ? identifier : null;
}

/** Whether some build of 2.4 has it compiled in. */
export function isStaticIn24({ stock24, debian24 }: ModuleFacts): boolean {
  return stock24 === 'static' || debian24 === 'static';
}

/** Whether a copy that lacks the files of the Include line, wildcards and all, may lack LoadModule lines: the links of mods-enabled are such. */
export function mayLoadModules(path: string): boolean {
  return /mods-enabled|modules|\.load$/.test(path);
}

/** What every server of that layout has compiled in. */
export function isCompiledIn(identifier: string, layout: LayoutName): boolean {
  return BARE.has(identifier) || (isPackaged(layout) && staticIn22(layout).has(identifier));
}

function isPackaged(layout: LayoutName): boolean {
  return layout !== 'upstream' && layout !== 'fragment';
}

export function buildFactsOf(identifiers: Iterable<string>): BuildFacts {
  const all = [...identifiers];
  const stock = staticIn22('upstream');
  return {
    isShared: all.some((identifier) => stock.has(identifier) && !isMpm(identifier)),
    loadsModules: all.length > 0,
    needed: [],
    mpms: all.filter(isMpm),
  };
}

/** A third party's: compiled in by nobody. Its source file is most often called as its shared object. */
function findForeign(
  found: { readonly on22: Truth; readonly on24: Truth },
  mayBeLoaded: boolean,
): { readonly on22: Truth; readonly on24: Truth } {
  if (found.on22 !== 'no' || found.on24 !== 'no') return found;
  const unknown = mayBeLoaded ? 'maybe' : 'no';
  return { on22: unknown, on24: unknown };
}

function find22(facts: ModuleFacts, loaded: Truth, request: ServerModulesRequest): Truth {
  if (!facts.in22) return 'no';
  if (loaded === 'yes' || BARE.has(facts.identifier) || request.builtIn22?.has(facts.identifier))
    return 'yes';
  const isListed = facts.status22 === 'MPM' ? [...(request.builtIn22 ?? [])].some(isMpm) : request.isWhole;
  if (request.builtIn22 !== null && isListed) return loaded;
  if (facts.status22 === 'MPM') return findMpm22(facts.identifier, request);
  const { isShared, loadsModules, needed } = request.build;
  if (needed.includes(facts.identifier)) return 'yes';
  if (!request.isWhole || loaded === 'maybe') return 'maybe';
  if (isPackaged(request.layout)) {
    if (staticIn22(request.layout).has(facts.identifier)) return 'yes';
    // A packaged server without one LoadModule line, or without those that its own lines need: the part of the tree that has them is not here.
    return loadsModules && needed.length === 0 ? 'no' : 'maybe';
  }
  if (isShared && facts.identifier === ASSUMED) return 'yes';
  if (isShared && needed.length === 0) return 'no';
  return !isShared && staticIn22(request.layout).has(facts.identifier) ? 'yes' : 'maybe';
}

function find24(facts: ModuleFacts, loaded: Truth, on22: Truth, request: ServerModulesRequest): Truth {
  const { target } = request;
  const { identifier } = facts;
  if (!facts.in24) return isFollowed(identifier) ? on22 : 'no';
  if (loaded === 'yes' || target?.builtin.has(identifier)) return 'yes';
  if (facts.status24 === 'MPM') return findMpm24(identifier, loaded, request);
  if (target !== undefined && !target.loadable.has(identifier)) return 'no';
  if (ALWAYS_IN_24.has(identifier)) return 'yes';
  return on22;
}

/** In a tree that nothing is added to: a module that it does not load may be compiled in. */
function findInMigrated(
  facts: ModuleFacts,
  loaded: Truth,
  isOpen: boolean,
  request: ServerModulesRequest,
): Truth {
  const { target, build } = request;
  const { identifier } = facts;
  if (!facts.in24) return 'no';
  if (loaded === 'yes' || BARE.has(identifier) || target?.builtin.has(identifier)) return 'yes';
  if (facts.status24 === 'MPM') return findMpm24(identifier, loaded, request);
  if (target !== undefined && !target.loadable.has(identifier)) return 'no';
  return isOpen || !build.loadsModules || isStaticIn24(facts) ? 'maybe' : loaded;
}

function findMpm22(identifier: string, request: ServerModulesRequest): Truth {
  if (request.mpm22 !== undefined) return identifier === request.mpm22 ? 'yes' : 'no';
  return mayBeMpm(identifier, request) ? 'maybe' : 'no';
}

/** The MPM that the tree loads, from its line on; else the target's, if that is known. */
function findMpm24(identifier: string, loaded: Truth, request: ServerModulesRequest): Truth {
  const { target, build } = request;
  if (build.mpms.length > 0) return loaded;
  if (target !== undefined && !target.mayHaveBuiltinMpm) return identifier === target.mpm ? 'yes' : 'no';
  return mayBeMpm(identifier, request) ? 'maybe' : 'no';
}

/** Whether a server of that platform may have the MPM; all others are of systems that 2.4 does not run on. */
function mayBeMpm(identifier: string, { isWindows }: ServerModulesRequest): boolean {
  if (identifier === 'mpm_winnt_module') return isWindows !== false;
  return UNIX_MPMS.includes(identifier) && isWindows !== true;
}

/** A guard for it asks for its successor after the migration: mod_disk_cache for mod_cache_disk, mod_authn_alias for mod_authn_core. */
function isFollowed(identifier: string): boolean {
  const fate = moduleFateOf(identifier)?.fate;
  return fate === 'renamed' || fate === 'merged';
}

function surer(a: Truth, b: Truth): Truth {
  if (a === 'yes' || b === 'yes') return 'yes';
  return a === 'maybe' || b === 'maybe' ? 'maybe' : 'no';
}
