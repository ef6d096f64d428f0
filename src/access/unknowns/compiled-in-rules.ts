import { posix } from 'node:path';
import { isMpm } from '../../catalog/index.ts';
import {
  isInHtaccess,
  isNegated,
  itemsGuarded,
  scopeHolding,
  scopesAround,
  moduleAsked,
  nameAsked,
  isUnread,
} from '../../model/index.ts';
import type { Guard, Occurrence, Scope, ServerModel, Unknown } from '../../model/index.ts';
import { distinct, groupBy, positionAt } from '../../text/index.ts';
import { parseListen } from '../hosts/host-names.ts';
import { hostWords } from '../hosts/host-entries.ts';
import type { HostWord } from '../hosts/host-entries.ts';
import { analysisOf } from '../sections/analysis.ts';
import { guardsOf } from '../sections/types.ts';
import { bearsOnRequests, wordsInPlace } from '../routes/lines-of-one-version.ts';
import { isOfAssumedMpm } from '../sections/worlds.ts';
import { guardedItems, guardsAround } from '../unread/new-branches.ts';

/**
 * Access rules that depend on what was compiled into the 2.2 server (its MPM, mod_version, or a module that no line loads), or on the MPM of a
 * 2.4 server that nothing shows; other lines that depend on its mod_version.
 */
export function compiledInRules(model: ServerModel): Unknown[] {
  const guards = analysisOf(model).sections.flatMap(guardsOf);
  const isOfUnloaded = createIsOfUnloaded(model);
  const unloaded = [...guards.filter(isOfUnloaded), ...guardsOfLostHosts(model, isOfUnloaded)];
  const ofVersion = isVersionAssumed(model) ? guards.filter(isOfModVersion) : null;
  return [
    ...unknownsFor(guards.filter(isOfAssumedMpm), () => MPM_MESSAGE),
    ...unknownsFor(model.kind === 'server' ? guards.filter(isOfUnknownMpm) : [], () => MPM_24_MESSAGE),
    ...unknownsFor(ofVersion ?? [], () => VERSION_MESSAGE),
    ...(ofVersion === null ? [] : otherLinesOfVersion(model, ofVersion)),
    ...unknownsFor(unloaded, (guard) => unloadedMessage(guard, model)),
  ];
}

const ASK = 'Give what `httpd -M` of that server prints with --modules FILE.';
const MPM_MESSAGE = `Access rules depend on the MPM of the 2.2 server here. It is compiled in, so this tree does not tell which it was: it is taken for prefork, 2.2's default. ${ASK}`;
const MPM_24_MESSAGE =
  'Access rules depend on the MPM here, and nothing shows which one the 2.4 server has: name its system with --target (a release alone does not tell), or give --httpd.';
const VERSION_MESSAGE = `Access rules depend on mod_version here. No line loads it, and it may have been compiled into the 2.2 server: it is taken to be there, 2.2's default. ${ASK}`;

/** Lines that are no access rules, in guards for mod_version beside those in which access rules stand. */
function otherLinesOfVersion(model: ServerModel, reported: readonly Guard[]): Unknown[] {
  const reportedNodes = new Set(reported.map(({ node }) => node));
  const guarded = guardedItems(model, isOfModVersion).filter(({ guard }) => !reportedNodes.has(guard.node));
  const lines = guarded.flatMap(({ guard, items }) =>
    items.flatMap((line) =>
      line.type === 'occurrence' && dependsOnVersion(line)
        ? [{ guard, line, words: wordsInPlace(line) }]
        : [],
    ),
  );
  const found = lines.filter(
    ({ guard, words }) =>
      !lines.some((other) => other.words === words && isNegated(other.guard) !== isNegated(guard)),
  );
  return [...groupBy(found, ({ guard }) => guard.node).values()].flatMap((same) => {
    const names = distinct(same.map(({ line }) => line.node.name.value)).join(', ');
    const guards = same.map(({ guard }) => guard);
    const bearing = same.some(({ line: { name } }) => bearsOnRequests(name)) ? 'access' : 'none';
    return unknownsFor(guards, (guard) => otherVersionMessage(names, guard), bearing);
  });
}

/** Whether 2.2 reads the line, or would if it had no mod_version. */
function dependsOnVersion(line: Occurrence): boolean {
  const others = guardsAround(line).filter((guard) => !isOfModVersion(guard));
  return !/^(?:loadmodule|include)$/.test(line.name) && others.every(({ on22 }) => on22 !== 'no');
}

function otherVersionMessage(names: string, guard: Guard): string {
  const difference = isNegated(guard) ? 'read them, and 2.4 skips them' : 'skipped them, and 2.4 reads them';
  return `Lines here (${names}) depend on mod_version. No line loads it, and it may have been compiled into the 2.2 server: it is taken to be there, 2.2's default. If it was not, 2.2 ${difference}. ${ASK}`;
}

function unloadedMessage(asking: Guard, { modules, includes }: ServerModel): string {
  const module = spokenModule(asking);
  const identifier = moduleAsked(asking)?.identifier;
  for (const { occurrence } of modules.filter((line) => line.identifier === identifier)) {
    const guard = occurrence.guards.find(isLostIn24);
    if (guard === undefined) continue;
    const { line } = positionAt(occurrence.file.source.text, occurrence.node.span.start);
    const place = `${posix.basename(occurrence.file.path)}:${line}`;
    return `Access rules depend on ${module} here. ${place} loads it, but only where <IfModule ${guard.test}> holds: perhaps in the 2.2 server, and not in 2.4. ${ASK} If it was loaded, take its line out of that guard: without it these rules are not read.`;
  }
  const missing = includes.find(isUnread);
  if (missing !== undefined)
    return `Access rules depend on ${module} here. No line that was read loads it: ${missing.path}, which was not read, may load it, and then they count. Give that file, too.`;
  return `Access rules depend on ${module} here. No line that was read here loads it: only the 2.2 server knows whether it had it. ${ASK} If it had, 2.4 must load it, too: without it these rules are not read.`;
}

function unknownsFor(
  guards: readonly Guard[],
  messageOf: (guard: Guard) => string,
  bearing: Unknown['bearing'] = 'access',
): Unknown[] {
  const written = new Map(guards.map((guard) => [guard.node, guard]));
  return [...written.values()].map((guard) => ({
    kind: 'module',
    path: guard.file.path,
    offset: guard.node.open.span.start,
    subject: `<IfModule ${guard.test}>`,
    below: null,
    message: messageOf(guard),
    bearing,
  }));
}

/** Around rules that 2.2 read for certain a guard is taken away. */
function isOfUnknownMpm(guard: Guard): boolean {
  const { kind, on22, on24 } = guard;
  return kind === 'ifmodule' && on22 !== 'yes' && on24 === 'maybe' && isMpm(nameAsked(guard));
}

/** The name of the module as people say it: `mod_expires`. */
function spokenModule(guard: Guard): string {
  return (moduleAsked(guard)?.sourceFile ?? nameAsked(guard)).replace(/\.c$/, '');
}

/**
 * Whether a guard asks for a module that a server which was built from source may have compiled in, and that no line of the tree loads. What
 * may be loaded, by a line within guards of its own, is in 2.4 as it was in 2.2, unless they ask for an MPM that 2.4 does not have.
 */
function createIsOfUnloaded({ kind, layout, modules, readBy }: ServerModel): (guard: Guard) => boolean {
  if (kind !== 'server' || layout !== 'upstream' || readBy !== '2.2') return () => false;
  const loaded = new Set(
    modules
      .filter(({ occurrence }) => !occurrence.guards.some(isLostIn24))
      .map(({ identifier }) => identifier),
  );
  return (guard) => {
    if (guard.kind !== 'ifmodule' || guard.on22 !== 'maybe' || isOfAssumedMpm(guard)) return false;
    const facts = moduleAsked(guard);
    return facts !== null && !isMpm(facts.identifier) && !loaded.has(facts.identifier);
  };
}

/** Whether what it guards may have been in 2.2, and is not in 2.4, whose MPM is another. */
function isLostIn24(guard: Guard): boolean {
  return isOfAssumedMpm(guard) && guard.on24 === 'no';
}

/**
 * Those guards of virtual hosts that leave their requests to others where they do not hold: the server listens on the hosts' ports by lines that
 * stand elsewhere.
 */
function guardsOfLostHosts({ main, virtualHosts }: ServerModel, isAsked: (guard: Guard) => boolean): Guard[] {
  const wordsOf = hostWords({ main });
  const listens = main.items.filter(({ name }) => name === 'listen');
  const portsOutside = (guard: Guard) => {
    const outside = listens.filter(({ guards }) => guards.every(({ node }) => node !== guard.node));
    return new Set(outside.map(({ args }) => parseListen(args[0] ?? '').port));
  };
  return virtualHosts.flatMap((host) =>
    host.guards.filter((guard) => {
      if (!isAsked(guard)) return false;
      const ports = portsOutside(guard);
      const isListenedOn = ({ port }: HostWord) => port === 0 || ports.has(port) || ports.has(0);
      return listens.length === 0 || wordsOf(host).some(isListenedOn);
    }),
  );
}

const MOD_VERSION = 'version_module';

function isOfModVersion(guard: Guard): boolean {
  return moduleAsked(guard)?.identifier === MOD_VERSION;
}

/** Whether nothing of a server that was built from source shows that it has mod_version: no line loads it or asks for it. */
function isVersionAssumed(model: ServerModel): boolean {
  const { kind, layout, modules, readBy, builtIn22 } = model;
  const isBuilt = kind === 'server' && layout === 'upstream' && readBy === '2.2' && builtIn22 === null;
  return isBuilt && !modules.some(({ identifier }) => identifier === MOD_VERSION) && !readsIfVersion(model);
}

/** Whether 2.2 comes to an `<IfVersion>`, with which it does not start otherwise; in a .htaccess file it may have answered 500. */
function readsIfVersion(model: ServerModel): boolean {
  return itemsGuarded(model).some((item) => !isInHtaccess(item) && standsInIfVersion(item));
}

function standsInIfVersion(item: Occurrence | Scope): boolean {
  const { guards } = item;
  const around = scopeHolding(item);
  const asked = guards.findIndex(({ kind }) => kind === 'ifversion');
  if (asked === -1 || around?.on22 !== 'yes') return false;
  const outer = [...guards.slice(0, asked), ...scopesAround(around).flatMap((scope) => scope.guards)];
  return outer.every((guard) => guard.on22 === 'yes' && !isOfModVersion(guard));
}
