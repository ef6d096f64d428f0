import { liveModuleLines } from '../src/needs/index.ts';
import type { ModuleLine } from '../src/model/index.ts';
import { isSince } from '../src/target/index.ts';
import {
  defineTransform,
  findDirectives,
  insertBefore,
  placeOf,
  removeNode,
} from '../src/transform/index.ts';

/** Since then both ask for it when all modules are loaded (ap_hook_optional_fn_retrieve). */
const ASKS_LATE = '2.4.16';

/** Modules that ask mod_authz_owner whose group a file is, and the Require that makes them. */
const ASKERS: Readonly<Partial<Record<string, string>>> = {
  authz_groupfile_module: 'file-group',
  authz_dbm_module: 'dbm-file-group',
};

export const loadOwnerBeforeGroups = defineTransform({
  id: 'load-owner-before-groups',
  title: 'Load mod_authz_owner before the modules that ask it',
  stage: 'modules',
  rows: [],
  directives: ['LoadModule'],
  applicability: 'safe',
  docs: {
    does: 'For a target before 2.4.16, moves the LoadModule line of mod_authz_owner above that of mod_authz_groupfile or mod_authz_dbm where `Require file-group` or `dbm-file-group` stands.',
    why: 'These two fetch the function that tells the group of a file when they are loaded (`register_hooks` in mod_authz_groupfile.c and mod_authz_dbm.c). Where mod_authz_owner comes later there is none yet, and the process that answers such a request dies. 2.2 asked at each request; 2.4 asks late enough since 2.4.16.',
    before:
      'LoadModule authz_groupfile_module modules/mod_authz_groupfile.so\nLoadModule authz_owner_module modules/mod_authz_owner.so',
    after:
      'LoadModule authz_owner_module modules/mod_authz_owner.so\nLoadModule authz_groupfile_module modules/mod_authz_groupfile.so',
    undo: 'Move the line back.',
    limits: 'Lines in different files, or in guards, are reported and stay.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_authz_owner.html',
  },
  messages: {
    moved:
      'Before 2.4.16 {asker} looks for mod_authz_owner when it is loaded: with {owner} below it, the process that answers a request under Require {name} dies.',
    apart:
      'Before 2.4.16 {asker} looks for mod_authz_owner when it is loaded: with {owner} read later, the process that answers a request under Require {name} dies. Load mod_authz_owner first.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || isSince(target, ASKS_LATE)) return;
    const lines = liveModuleLines(model);
    const owner = lines.find(({ identifier }) => identifier === 'authz_owner_module');
    const asked = new Set(findDirectives(model, 'Require').map(({ args }) => args[0]?.toLowerCase()));
    const asker = lines.find(({ identifier }) => asked.has(ASKERS[identifier] ?? '(none)'));
    if (!owner || !asker || owner.occurrence.seq < asker.occurrence.seq) return;
    const { file, node } = owner.occurrence;
    const data = { asker: asker.identifier, owner: owner.identifier, name: ASKERS[asker.identifier]! };
    if (!areTogether(owner, asker)) {
      report(placeOf(owner.occurrence), 'apart', { data, level: 'error' });
      return;
    }
    const { start, end } = node.span;
    const line = file.source.text.slice(start, end).trim();
    const edits = [
      ...insertBefore({ file, node: asker.occurrence.node }, [line]),
      ...removeNode(owner.occurrence),
    ];
    report(placeOf(owner.occurrence), 'moved', {
      data,
      fix: { title: 'Load mod_authz_owner first', applicability: 'safe', edits },
    });
  },
});

function areTogether({ occurrence: one }: ModuleLine, { occurrence: other }: ModuleLine): boolean {
  return one.file === other.file && one.guards.length === 0 && other.guards.length === 0;
}
