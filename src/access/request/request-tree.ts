import { patchRelease } from '../../catalog/index.ts';
import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { fileNamesOf, occurrencesOf } from '../../model/index.ts';
import { groupBy } from '../../text/index.ts';
import type { AddressMap, AddressMaps } from '../addresses/index.ts';
import { addressMaps } from '../addresses/index.ts';
import type { SectionIndex, SectionLists } from '../chains/section-index.ts';
import { htaccessFor, indexSections, listsOf } from '../chains/index.ts';
import type { Context24, RequestAtoms } from '../policy/index.ts';
import { createAtoms } from '../policy/index.ts';
import { completePath, encodePath } from '../folders/paths.ts';
import { analysisOf } from '../sections/analysis.ts';
import { readCondition } from '../sections/read-sections.ts';
import { UNREAD_CONDITIONS } from '../unread/unread-rules.ts';
import { linesIn } from '../sections/lines-in.ts';
import type { AccessSection } from '../sections/types.ts';
import { context22Of, context24Of } from '../sections/server-contexts.ts';
import type { Version, World } from '../sections/worlds.ts';
import { isLive } from '../sections/worlds.ts';
import type { RefusedLine } from '../refused/refused-line.ts';
import { refusedLines, refusedLines22 } from '../refused/refused-lines.ts';
import { knownDirectives } from '../sections/known-directives.ts';
import { authzAliases } from './authz-aliases.ts';
import { refusalIn } from './broken-htaccess.ts';
import type { ChosenServer } from './choose-server.ts';
import { serverChooser } from './choose-server.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import type { FileView } from './file-view.ts';
import { documentRoots, NO_FILES } from './file-view.ts';
import { hasModule } from './has-module.ts';
import { readMediaTypes } from './media.ts';
import type { RequestWalk } from './request-walk.ts';
import { startWalk22, startWalk24 } from './request-walk.ts';
import type { ServerLines } from './server-lines.ts';
import { lastWord, serverLinesOf } from './server-lines.ts';

/** One server of a tree, made ready to be asked about requests. */
export interface ServerFacts {
  readonly server: Scope;
  readonly lines: ServerLines;
  readonly map: AddressMap;
  /** Makes one slash of several (MergeSlashes, since 2.4.39). */
  readonly mergesSlashes: boolean;
  /** The sections of the main server, of the virtual host, and the .htaccess files. */
  readonly lists: readonly SectionLists[];
  /** The names that .htaccess files have there, the first that is there being read. */
  readonly accessFileNames: readonly string[];
}

/** A tree as one version of the server reads it, in one world, made ready to be asked about requests. */
export interface RequestTree {
  readonly model: ServerModel;
  readonly version: Version;
  /** Whether it is that release of 2.4 (39 for 2.4.39), or a later one: the newest where none is named. */
  isSince(release: number): boolean;
  readonly world: World;
  readonly files: FileView;
  readonly start: RequestWalk;
  /** Version 2.4: mod_access_compat is loaded. */
  readonly hasAccessCompat: boolean;
  /** Where what is unknown about requests has its names; trees that are compared share it. */
  readonly atoms: RequestAtoms;
  /** Lower case names of the variables that SetEnv and PassEnv set: in fixups, after access is checked. */
  readonly lateVariables: ReadonlySet<string>;
  /** See `readMediaTypes`. */
  mediaTypes(): ReadonlyMap<string, string> | null;
  /** Lines that the server does not take; of 2.2 those outside of .htaccess files. */
  refused(): readonly RefusedLine[];
  /** The first line of the .htaccess file for which the server answers 500, whatever is permitted. */
  refusalIn(htaccess: AccessSection): RefusedLine | null;
  choose(request: ConcreteRequest): ChosenServer;
  factsOf(server: Scope): ServerFacts;
  /** The `<If>`, `<ElseIf>` and `<Else>` of a scope that are live, in reading order. */
  conditionsIn(scope: Scope): readonly AccessSection[];
  /** The section's own live lines of these names. */
  linesIn(section: AccessSection, name: string): readonly Occurrence[];
}

export interface RequestTreeOptions {
  readonly version: Version;
  readonly world: World;
  readonly files: FileView;
  readonly atoms?: RequestAtoms;
}

export function createRequestTree(
  model: ServerModel,
  { version, world, files, atoms = createAtoms() }: RequestTreeOptions,
): RequestTree {
  const isRead = ({ guards }: AccessSection) => isLive(guards, version, world);
  const sections = analysisOf(model).allSections.filter(isRead);
  const index = indexSections(sections.map((section) => ({ section, side: 'both' as const })));
  const { version24 } = model;
  const isSince = (release: number) =>
    version === '2.4' && (version24 === null || patchRelease(version24) >= release);
  const maps = addressMaps(model, world, { version, folder: (path) => path });
  const known = new Map<Scope, ServerFacts>();
  const serverLines = serverLinesOf(model, version, world);
  const lineIndex = new Map<AccessSection, ReadonlyMap<string, readonly Occurrence[]>>();
  const conditions = new Map<Scope, readonly AccessSection[]>();
  const isSnippet = model.kind !== 'server';
  const hasAccessCompat = knownDirectives(model, '2.4').hasOneOf(['access_compat_module']);
  const view = areServed(model, files) ? files : NO_FILES;
  const refused = once(() =>
    version === '2.2'
      ? refusedLines22(model, (guards) => isLive(guards, '2.2', world))
      : refusedLines(model, hasAccessCompat, (guards) => isLive(guards, '2.4', world)),
  );
  const refusal = refusalIn(model, version, world, refused);
  const isBroken = (section: AccessSection) => refusal(section) !== null;
  return {
    model,
    version,
    isSince,
    world,
    files: view,
    atoms,
    hasAccessCompat,
    mediaTypes: once(() => readMediaTypes({ model, files: view })),
    refused,
    refusalIn: refusal,
    lateVariables: lateVariables(model),
    start:
      version === '2.2'
        ? startWalk22(context22Of(model), world, isBroken)
        : startWalk24(
            withForms(context24Of(model, hasAccessCompat), model),
            world,
            isBroken,
            authzAliases(model, world),
            isSnippet,
          ),
    choose: serverChooser(model, version, world),
    factsOf(server) {
      const facts =
        known.get(server) ?? factsFor(server, { model, version, isSince, maps }, serverLines(server), index);
      known.set(server, facts);
      return facts;
    },
    conditionsIn(scope) {
      const found = conditions.get(scope) ?? conditionsOf(scope, model).filter(isRead);
      conditions.set(scope, found);
      return found;
    },
    linesIn(section, name) {
      const lines = lineIndex.get(section) ?? linesByName(section.scope, version, world);
      lineIndex.set(section, lines);
      return lines.get(name) ?? [];
    },
  };
}

/** mod_auth_form, which 2.2 does not have, serves a type of its own. */
function withForms(context: Context24, model: ServerModel): Context24 {
  if (!hasModule({ model, version: '2.4' }, 'auth_form')) return context;
  return { ...context, authTypes: new Set([...context.authTypes, 'form']) };
}

function lateVariables(model: ServerModel): Set<string> {
  const set = occurrencesOf(model, 'setenv').map(({ args }) => args[0] ?? '');
  const passed = occurrencesOf(model, 'passenv').flatMap(({ args }) => args);
  return new Set([...set, ...passed].map((name) => name.toLowerCase()));
}

function factsFor(
  server: Scope,
  {
    model,
    version,
    isSince,
    maps,
  }: Pick<RequestTree, 'model' | 'version' | 'isSince'> & { readonly maps: AddressMaps },
  lines: ServerLines,
  index: SectionIndex,
): ServerFacts {
  const own = [model.main, ...(server === model.main ? [] : [server])];
  return {
    server,
    lines,
    map: maps.mapOf(server),
    mergesSlashes: isSince(39) && lastWord(lines, 'mergeslashes') !== 'off',
    lists: [...own.map((each) => listsOf(index, each)), ...htaccessFor(index, server)],
    accessFileNames: namesOn(server, model, version),
  };
}

function namesOn(server: Scope, model: ServerModel, version: Version): readonly string[] {
  const lines = occurrencesOf(model, 'accessfilename');
  const [names] = fileNamesOf(lines, model.main, version)(server);
  return names ?? [];
}

function conditionsOf({ items }: Scope, model: ServerModel): AccessSection[] {
  return items.flatMap((item) =>
    item.type === 'scope' && UNREAD_CONDITIONS.has(item.name) ? [readCondition(item, model)] : [],
  );
}

function linesByName(
  scope: Scope,
  version: Version,
  world: World,
): ReadonlyMap<string, readonly Occurrence[]> {
  return groupBy(
    linesIn(scope, (guards) => isLive(guards, version, world)),
    ({ name }) => name,
  );
}

/** Whether this machine has what the tree serves: any of its document roots. */
function areServed(model: ServerModel, files: FileView): boolean {
  const { kind, statedRoot } = model;
  const roots =
    kind === 'htaccess'
      ? [encodePath(statedRoot)]
      : documentRoots(model).map(({ args }) => completePath(args[0] ?? '', model));
  return roots.some((root) => files.kindOf(root) === 'folder');
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}
