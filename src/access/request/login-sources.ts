// What holds users and groups, and the server can't open or ask: it answers 500 to whom it looks up there.
import { occurrencesOf } from '../../model/index.ts';
import type { AuthState, GroupModule, RequireLeaf } from '../policy/index.ts';
import { requiresFor } from '../policy/index.ts';
import { completePath } from '../folders/paths.ts';
import { DBM_ENDINGS } from '../sections/login-files.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import type { Recorder } from './recorder.ts';
import type { RequestTree } from './request-tree.ts';

/** Why the server can't open a file of users or groups, in half a sentence; null: it can, or that is not known. */
export function whyClosed(
  file: string,
  format: 'text' | 'dbm',
  what: 'users' | 'groups',
  { files, model }: Pick<RequestTree, 'files' | 'model'>,
): string | null {
  const path = completePath(file, model);
  const names = (format === 'dbm' ? DBM_ENDINGS : ['']).map((ending) => path + ending);
  const kinds = names.map(files.kindOf);
  if (kinds.every((kind) => kind === 'nothing' || kind === 'folder'))
    return `there is no file ${file} to look ${what} up in`;
  const isClosed = names.some((name, i) => kinds[i] === 'file' && files.mayOpen(name, 'read') === false);
  return isClosed ? `the server's user may not read ${file}, where ${what} are looked up` : null;
}

/** Why no database can be asked, in half a sentence; null: one can (mod_dbd). */
export function whyNoDatabase({ model }: Pick<RequestTree, 'model'>): string | null {
  return occurrencesOf(model, 'dbdriver').length === 0 ? 'there is no DBDriver' : null;
}

/** What of the groups that rules ask for the server can't find out. */
export interface GroupFailures {
  cannotOpen(module: GroupModule, file: string): boolean;
  /** Version 2.4. `Require group` takes a file that it can't open for an empty one (mod_authz_groupfile.c). */
  fails(leaf: RequireLeaf, auth: AuthState): boolean;
}

/** Who says in which groups the user is has found that out. */
export function groupFailures(
  tree: RequestTree,
  recorder: Recorder,
  { groups }: Pick<ConcreteRequest, 'groups'>,
): GroupFailures {
  if (groups.length > 0) return { cannotOpen: () => false, fails: () => false };
  const cannotOpen = (module: GroupModule, file: string) =>
    whyClosed(file, module === 'dbm' ? 'dbm' : 'text', 'groups', tree) !== null;
  return {
    cannotOpen,
    fails({ provider }, { dbm }) {
      if (provider === 'dbd-group') return whyNoGroups(tree, recorder) !== null;
      const file = dbm?.file ?? null;
      return provider === 'dbm-group' && file !== null && cannotOpen('dbm', file);
    },
  };
}

/** Why mod_authz_dbd can't ask for groups. */
function whyNoGroups(tree: RequestTree, { lines }: Recorder): string | null {
  return lines('authzdbdquery').length === 0 ? 'there is no AuthzDBDQuery' : whyNoDatabase(tree);
}

/** Why a user who is logged in gets 500: of the sources of groups that rules ask for the first that the server can't ask. */
export function groupFailureWords(tree: RequestTree, recorder: Recorder, method: string): string | null {
  const force = recorder.walk.inForce();
  const { groupfile, dbm } = force.state.auth;
  const ofFile = (file: string | null | undefined, format: 'text' | 'dbm') =>
    (file ?? null) === null ? null : whyClosed(file!, format, 'groups', tree);
  if (force.version === '2.4') return ofFile(dbm?.file, 'dbm') ?? whyNoGroups(tree, recorder);
  const asks = requiresFor(force.state, method).some(({ text }) => /^(?:file-)?group\b/i.test(text));
  return asks ? (ofFile(groupfile?.file, 'text') ?? ofFile(dbm?.file, 'dbm')) : null;
}
