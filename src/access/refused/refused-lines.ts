import { posix } from 'node:path';
import { directive22, directive24, moduleFacts } from '../../catalog/index.ts';
import type { Guard, Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { isLimit, isUnder, nameOfItem, rootScopes } from '../../model/index.ts';
import { ACCESS_DIRECTIVES, HOST_AND_SATISFY } from '../sections/access-directives.ts';
import type { KnownDirectives } from '../sections/known-directives.ts';
import { knownDirectives } from '../sections/known-directives.ts';
import { isFilledInLater } from '../sections/require-text.ts';
import { conditionError } from './expression-errors.ts';
import { commandError, swappedModuleError, valueError } from './line-errors.ts';
import { writtenName } from '../sections/written-line.ts';
import type { KnownMethods } from '../sections/limit-error.ts';
import { limitError22 } from '../sections/misspelt-line.ts';
import { isKnownTo22, refusedGuards } from '../sections/refusing-lines.ts';
import type { Version } from '../sections/worlds.ts';
import { knownMethods, limitError24 } from '../sections/limit-error.ts';
import type { RefusedLine } from './refused-line.ts';
import { isOfHtaccess } from './refused-line.ts';
import { aliasesOf, providerError } from './provided-names.ts';
import { sectionError } from '../commands/section-words.ts';
import { uncompiledPattern } from '../commands/uncompiled-patterns.ts';
import { refusedRules } from './refused-rules.ts';

/**
 * All lines of the tree that a 2.2 server refuses when it reads them, as far as that is certain.
 * @param isRead whether lines inside of guards are read
 */
export function refusedLines22(
  model: ServerModel,
  isRead: (guards: readonly Guard[]) => boolean = (guards) => areSurelyRead(guards, 'on22'),
): RefusedLine[] {
  const known = knownDirectives(model, '2.2');
  const logins = aliasesOf(model, 'authn');
  const reading: Reading = {
    version: '2.2',
    model,
    known,
    methods: new Map(),
    logins,
    hasAccessCompat: true,
    isRead,
  };
  const guards = refusedGuards(model.main, []).filter((each) => isRead(each.guards));
  return distinct([
    ...guards.map(({ line, message }) => ({ line, message, isInHtaccess: false })),
    ...refusedIn(model.main, false, reading),
  ]);
}

/**
 * All lines of the tree that a 2.4 server refuses when it reads them: directives of modules that are not there, lines in the wrong
 * place or with too few words, and rules of access (mod_authz_core.c, mod_access_compat.c) that make no sense to it.
 * @param isRead whether lines inside of guards are read
 */
export function refusedLines(
  model: ServerModel,
  hasAccessCompat: boolean,
  isRead: (guards: readonly Guard[]) => boolean = (guards) => areSurelyRead(guards, 'on24'),
): RefusedLine[] {
  const known = knownDirectives(model, '2.4');
  const methods = knownMethods(model, known.hasOneOf(['dav_module']));
  const logins = aliasesOf(model, 'authn');
  const reading: Reading = { version: '2.4', model, known, methods, logins, hasAccessCompat, isRead };
  const found = rootScopes(model).flatMap((root) => refusedIn(root, isOfHtaccess(root, model), reading));
  return distinct([...found, ...refusedRules(model, { known, methods, isRead })]);
}

/** What may be read only, under guards that are open, is not said to be refused. */
function areSurelyRead(guards: readonly Guard[], by: 'on22' | 'on24'): boolean {
  return guards.every((guard) => guard[by] === 'yes');
}

interface Reading {
  readonly version: Version;
  readonly model: ServerModel;
  readonly known: KnownDirectives;
  readonly methods: KnownMethods;
  /** What `<AuthnProviderAlias>` sections are called. */
  readonly logins: ReadonlySet<string>;
  readonly hasAccessCompat: boolean;
  readonly isRead: (guards: readonly Guard[]) => boolean;
}

function refusedIn(scope: Scope, isInHtaccess: boolean, reading: Reading): RefusedLine[] {
  const items = scope.items.filter(({ guards }) => reading.isRead(guards));
  const strays = new Set<Occurrence | Scope>(straysOf(items));
  return items.flatMap((item) => {
    const message = strays.has(item) ? NO_IF_BEFORE : lineError(item, isInHtaccess, reading);
    const own = message === null ? [] : [{ line: item, message, isInHtaccess }];
    // What stands in a macro is read where it is used, in a section that nobody knows never.
    const isOpen = item.type === 'scope' && item.name !== 'macro' && message === null;
    return isOpen ? refusedIn(item, isInHtaccess, reading) : own;
  });
}

const NO_IF_BEFORE = '<Else> or <ElseIf> section without previous <If> or <ElseIf> section in same scope';

/** Each `<ElseIf>` and `<Else>` of a scope must follow an `<If>` or `<ElseIf>`; other lines may stand between them (`ifsection`, server/core.c). */
function straysOf(items: readonly (Occurrence | Scope)[]): Scope[] {
  const isCondition = (item: Occurrence | Scope): item is Scope =>
    item.type === 'scope' && /^(?:if|elseif|else)$/.test(item.name);
  const conditions = items.filter(isCondition);
  return conditions.filter(({ name }, i) => {
    const before = conditions[i - 1];
    return name !== 'if' && (before === undefined || before.name === 'else');
  });
}

function lineError(item: Occurrence | Scope, isInHtaccess: boolean, reading: Reading): string | null {
  const message = errorAsWritten(item, isInHtaccess, reading);
  // Few lines have one: only of these it is asked.
  return message !== null && item.type === 'occurrence' && isFilledInLater(item) ? null : message;
}

function errorAsWritten(item: Occurrence | Scope, isInHtaccess: boolean, reading: Reading): string | null {
  const { known, methods, logins, model, version } = reading;
  if (!isKnown(item, reading)) {
    return `Invalid command '${writtenName(item)}', perhaps misspelled or defined by a module not included in the server configuration`;
  }
  if (item.type === 'scope' && isLimit(item)) {
    const error = version === '2.2' ? limitError22(item) : limitError24(item, isInHtaccess, methods);
    if (error !== null) return error;
  }
  const facts = known.facts(nameOfItem(item));
  if (facts === null) return null;
  const isWhole = model.kind === 'server';
  const byPlace = commandError(item, facts, isWhole, version);
  if (byPlace !== null) return byPlace;
  const inCondition = version === '2.4' ? conditionError(item, known, model.version24) : null;
  if (inCondition !== null) return inCondition;
  if (item.type === 'scope') return sectionError(item) ?? uncompiledPattern(item);
  const byValue = valueError(item, isWhole, version) ?? providerError(item, logins, known);
  return (
    byValue ??
    mapError(item, reading) ??
    errorLine(item) ??
    (version === '2.4' ? moduleError(item, model) : null) ??
    swappedModuleError(item)
  );
}

/** An Error line that is read ends the start with its text (`generate_message`, server/core.c). 2.2 has none. */
function errorLine({ name, args }: Occurrence): string | null {
  return name === 'error' ? args.join(' ') : null;
}

/**
 * A map whose file is not among the tree's, in a folder that is (`cmd_rewritemap`, mod_rewrite.c). Those of DBM have files of other names;
 * dbd came with 2.4.
 */
function mapError(
  { name, args: [map, source = ''] }: Occurrence,
  { model, version }: Reading,
): string | null {
  const isOther = version === '2.2' ? /^(?:int:|dbm)/i : /^(?:int:|dbm|(?:fast)?dbd:)/i;
  if (name !== 'rewritemap' || isOther.test(source)) return null;
  const path = source.replace(/^(?:txt|rnd):/i, '').replace(/^prg:(\S*).*$/is, '$1');
  const isOfTree = !path.startsWith('/') || isUnder(path, model.statedRoot);
  if (!isOfTree || /^["']|\$\{/.test(path) || model.hasFolder(posix.dirname(path)) === 'no') return null;
  const isMissing = model.hasFile(path) === 'no' && model.hasFolder(path) === 'no';
  return isMissing ? `RewriteMap: file for map ${map} not found:${path}` : null;
}

/** Modules that only 2.2 has, and files that are not in a folder with modules of 2.4. */
function moduleError(line: Occurrence, model: ServerModel): string | null {
  if (line.name !== 'loadmodule') return null;
  const [identifier = '', path = ''] = line.args;
  const { in22 = false, in24 = true } = moduleFacts(identifier) ?? {};
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const isMissing = () => model.hasFile(`${folder}${MODULE_OF_24}`) === 'yes' && model.hasFile(path) === 'no';
  return (in22 && !in24) || isMissing() ? `Cannot load ${path} into server` : null;
}

const MODULE_OF_24 = 'mod_authz_core.so';

/** In a part of a tree what is said about access is httpd's own, anything else may be of any module. */
function isKnown(item: Occurrence | Scope, { known, hasAccessCompat, version }: Reading): boolean {
  const { name } = item;
  if (version === '2.2') return isKnownTo22(nameOfItem(item), known);
  if (HOST_AND_SATISFY.has(name) && !hasAccessCompat) return false;
  if (
    directive24(nameOfItem(item)) === null &&
    (ACCESS_DIRECTIVES.has(name) || directive22(nameOfItem(item)) !== null)
  )
    return false;
  return known.isKnown(nameOfItem(item));
}

/** A file that is included several times has each of its lines as often. */
function distinct(lines: readonly RefusedLine[]): RefusedLine[] {
  return [...new Map(lines.map((each) => [each.line.node, each])).values()];
}
