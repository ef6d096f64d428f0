import { moduleFacts } from '../../catalog/index.ts';
import { isInHtaccess, itemsGuarded, scopeHolding, scopesAround } from '../../model/index.ts';
import type { Guard, Occurrence, Scope, ServerModel, Unknown } from '../../model/index.ts';
import { analysisOf } from '../sections/analysis.ts';
import { guardsOf } from '../sections/types.ts';
import { isOfAssumedMpm } from '../sections/worlds.ts';

/** Access rules that depend on what was compiled into the 2.2 server: its MPM, or mod_version. */
export function compiledInRules(model: ServerModel): Unknown[] {
  const guards = analysisOf(model).sections.flatMap(guardsOf);
  const ofVersion = guards.filter(isOfModVersion);
  return [
    ...unknownsFor(guards.filter(isOfAssumedMpm), MPM_MESSAGE),
    ...unknownsFor(ofVersion.length > 0 && isVersionAssumed(model) ? ofVersion : [], VERSION_MESSAGE),
  ];
}

const MPM_MESSAGE =
  "Access rules depend on the MPM of the 2.2 server here. It is compiled in, so this tree does not tell which it was: it is taken for prefork, 2.2's default. If `httpd -l` of that server lists another, take the rules out of these guards that it did not read, then run again.";
const VERSION_MESSAGE =
  "Access rules depend on mod_version here. No line loads it, and it may have been compiled into the 2.2 server: it is taken to be there, 2.2's default. If `httpd -l` of that server does not list it, take the rules out of these guards that it did not read, then run again.";

function unknownsFor(guards: readonly Guard[], message: string): Unknown[] {
  const written = new Map(guards.map((guard) => [guard.node, guard]));
  return [...written.values()].map(({ file, node, test }) => ({
    kind: 'module',
    path: file.path,
    offset: node.open.span.start,
    subject: `<IfModule ${test}>`,
    below: null,
    message,
    bearing: 'access',
  }));
}

const MOD_VERSION = 'version_module';

function isOfModVersion({ kind, test }: Guard): boolean {
  return kind === 'ifmodule' && moduleFacts(test.replace(/^!/, ''))?.identifier === MOD_VERSION;
}

/** Whether nothing of a server that was built from source shows that it has mod_version: no line loads it or asks for it. */
function isVersionAssumed(model: ServerModel): boolean {
  const { kind, layout, modules, readBy } = model;
  const isBuilt = kind === 'server' && layout === 'upstream' && readBy === '2.2';
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
