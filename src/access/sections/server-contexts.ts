import type { ThirdPartyModule } from '../../catalog/index.ts';
import { moduleFacts, thirdPartyModuleLoaded, thirdPartyModuleOf } from '../../catalog/index.ts';
import type { IncludeLine, ServerModel, Occurrence } from '../../model/index.ts';
import { occurrencesOf, linesNamed, scopesAround } from '../../model/index.ts';
import type { AuthzModule, Context22, Context24 } from '../policy/index.ts';
import { authzHookOrder, isForeignWord } from '../policy/index.ts';
import { rememberWeakly } from '../../text/index.ts';

/** In the order in which they are compiled in, where they are (modules/aaa/config.m4 of 2.2). */
const AUTHZ_MODULES: Readonly<Record<string, AuthzModule>> = {
  authz_groupfile_module: 'groupfile',
  authz_user_module: 'user',
  authz_dbm_module: 'dbm',
  authz_owner_module: 'owner',
  authnz_ldap_module: 'ldap',
};

/**
 * What the modules of the 2.2 server may say about access, as a migration is measured by it. More than one where the configuration does not tell in which
 * order they were loaded, or where a third-party module serves a Require line: what is written must be right with
 * each. The likeliest comes first.
 */
export function contexts22Of(model: ServerModel): readonly [Context22, ...Context22[]] {
  const likely = context22Of(model);
  const known = likely.authzModules;
  const hasOtherGroups = thirdPartyGroups(model) !== null && linesOfUnknownGroups(model).length > 0;
  const isKnown = model.kind === 'server' && !hasOtherGroups;
  // Where the third-party module's own hook runs is not known, wherever mod_authz_groupfile is loaded.
  const placed = loadedAuthz(model).filter((module) => !(hasOtherGroups && module === 'groupfile'));
  const orders = isKnown ? [known] : ordersOf(known, placed);
  const foreign = hasForeignLines(model) ? orders.flatMap(withForeign) : orders;
  const distinct = new Map(foreign.map((order) => [order.join(), order]));
  const [first = known, ...others] = distinct.values();
  const context = (authzModules: readonly AuthzModule[]): Context22 => ({
    ...likely,
    authzModules,
    declined: 'unauthorized',
  });
  return [context(first), ...others.map(context)];
}

/** The likeliest of these, as far as the LoadModule lines tell. */
export function context22Of(model: ServerModel): Context22 {
  const loaded = loadedModules(model);
  const builtin = Object.entries(AUTHZ_MODULES)
    .filter(([identifier, module]) => {
      const isServed = module === 'groupfile' && thirdPartyGroups(model) !== null;
      return !loaded.includes(identifier) && (isServed || mayHave(model, identifier));
    })
    .map(([, module]) => module);
  return {
    authzModules: authzHookOrder([...builtin, ...loadedAuthz(model)]),
    authzDefault: mayHave(model, 'authz_default_module'),
    authnDefault: mayHave(model, 'authn_default_module'),
    authTypes: authTypes(model),
    hasShibboleth: hasShibboleth(model),
  };
}

/** Whether mod_shib may be loaded, and no line has it leave Require lines to others or look at more than these. */
function hasShibboleth(model: ServerModel): boolean {
  if (!mayHaveForeign(model)) return false;
  const isOff = ({ args }: Occurrence): boolean => /^off$/i.test(args[0] ?? '');
  return !linesNamed(model, (name) => SHIBBOLETH_EXCEPTIONS.has(name)).some(
    (line) => line.name === 'shibaccesscontrol' || isOff(line),
  );
}

const SHIBBOLETH_EXCEPTIONS: ReadonlySet<string> = new Set([
  'authzshibauthoritative',
  'shibauthoritative',
  'shibaccesscontrol',
]);

/** Whether 2.2 may have had the module: where a file that is included could not be read, that may have loaded it. */
function mayHave(model: ServerModel, identifier: string): boolean {
  const isUnread = ({ outcome, occurrence }: IncludeLine): boolean =>
    UNREAD.has(outcome) && occurrence.on22 !== 'no';
  return model.hasModule22(identifier) !== 'no' || model.includes.some(isUnread);
}

const UNREAD: ReadonlySet<IncludeLine['outcome']> = new Set(['missing', 'outside', 'unreadable', 'unknown']);

function loadedModules(model: ServerModel): string[] {
  return model.modules
    .filter(({ occurrence }) => occurrence.on22 !== 'no')
    .map(({ identifier }) => identifier);
}

function loadedAuthz(model: ServerModel): AuthzModule[] {
  return loadedModules(model).flatMap((identifier) => AUTHZ_MODULES[identifier] ?? []);
}

/** Every order in which the hooks may run, those of modules whose LoadModule lines are known as these are written; `known` first. */
function ordersOf(known: readonly AuthzModule[], loaded: readonly AuthzModule[]): AuthzModule[][] {
  const others = known.filter((module) => !loaded.includes(module));
  let orders: AuthzModule[][] = [[...loaded]];
  for (const module of others) orders = orders.flatMap((order) => insertedAnywhere(order, module));
  return [[...known], ...orders.map(authzHookOrder)];
}

function insertedAnywhere(order: readonly AuthzModule[], module: AuthzModule): AuthzModule[][] {
  return Array.from({ length: order.length + 1 }, (_, at) => order.toSpliced(at, 0, module));
}

/** A module that nothing is known of may answer before or after each of httpd's own, and for all users or for some. */
function withForeign(order: readonly AuthzModule[]): AuthzModule[][] {
  return (['foreign', 'foreign-declining'] as const).flatMap((module) => insertedAnywhere(order, module));
}

function hasForeignLines(model: ServerModel): boolean {
  return (
    mayHaveForeign(model) && occurrencesOf(model, 'require').some(({ args }) => isForeignWord(args[0] ?? ''))
  );
}

/** Whether a third-party module may be loaded. */
export function mayHaveForeign(model: ServerModel): boolean {
  return model.kind !== 'server' || model.modules.some(({ identifier }) => moduleFacts(identifier) === null);
}

/** The same for the 2.4 server: what 2.2 had, which the module transforms keep loaded. */
export function context24Of(model: ServerModel, accessCompat: boolean): Context24 {
  return { accessCompat, authTypes: authTypes(model) };
}

/** Of httpd's own modules; where others may be loaded, they are taken to serve what is written. */
function authTypes(model: ServerModel): Set<string> {
  const has = (identifier: string) => mayHave(model, identifier);
  const written = occurrencesOf(model, 'authtype').map(({ args }) => args[0]?.toLowerCase() ?? 'none');
  return new Set([
    ...(has('auth_basic_module') ? ['basic'] : []),
    ...(has('auth_digest_module') ? ['digest'] : []),
    ...(mayHaveForeign(model) ? written.filter((type) => !HTTPD_TYPES.has(type)) : []),
  ]);
}

/** Those that httpd's own modules serve, and the one that none does. */
const HTTPD_TYPES: ReadonlySet<string> = new Set(['none', 'basic', 'digest', 'form']);

/** A line that shows that a third-party module decides about access, and the module. */
interface ThirdPartyLine {
  readonly line: Occurrence;
  readonly module: ThirdPartyModule;
}

/** The lines of modules that answer Require lines, or decide how these count; LoadModule lines among them. */
export const thirdPartyLines = rememberWeakly((model: ServerModel): readonly ThirdPartyLine[] => {
  const isOfModule = (name: string): boolean => name === 'loadmodule' || thirdPartyModuleOf(name) !== null;
  return linesNamed(model, isOfModule).flatMap(linesOfModules);
});

function linesOfModules(line: Occurrence): ThirdPartyLine[] {
  if (line.on22 === 'no') return [];
  const module =
    line.name === 'loadmodule' ? thirdPartyModuleLoaded(line.args[0] ?? '') : thirdPartyModuleOf(line.name);
  return module?.access === undefined ? [] : [{ line, module }];
}

/** The module that may answer `Require group` where no AuthGroupFile is in force; null if none is known of. */
export function thirdPartyGroups(model: ServerModel): ThirdPartyModule | null {
  return thirdPartyLines(model).find(({ module }) => module.access === 'groups')?.module ?? null;
}

/** Lines that ask for a group where no file says who is in it: in 2.2 a third-party module may answer them. */
export function linesOfUnknownGroups(model: ServerModel): Occurrence[] {
  return occurrencesOf(model, 'require').filter((line) => line.on22 !== 'no' && asksForUnknownGroup(line));
}

function asksForUnknownGroup({ args: [word = ''], scope }: Occurrence): boolean {
  const isGroup = /^(file-)?group$/i.test(word);
  return isGroup && !scopesAround(scope).some(({ items }) => items.some(({ name }) => GROUP_FILES.has(name)));
}

const GROUP_FILES: ReadonlySet<string> = new Set(['authgroupfile', 'authdbmgroupfile']);
