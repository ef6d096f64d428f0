import { type AuthState, mergeAuth, NO_AUTH } from './auth-state.ts';
import type { HostRecord, SatisfySlots } from './host-record.ts';
import type { RequireTree } from './require-tree.ts';

/** mod_access_compat's record of one section: Satisfy is in it, and it has no merge function. */
export interface CompatRecord {
  readonly host: HostRecord;
  readonly satisfy: SatisfySlots;
}

/** What one section says about access in 2.4, or what several merged say. */
export interface State24 {
  /** The section's Require lines and containers in one `any`; null: none. */
  readonly tree: RequireTree | null;
  /** AuthMerging; null: not set. A merge result keeps the inner one's, which matters for the next merge. */
  readonly merging: 'off' | 'and' | 'or' | null;
  /** AuthzSendForbiddenOnFailure; null: not set. */
  readonly forbiddenOnFailure: boolean | null;
  /** Null: no Order, Allow, Deny or Satisfy. */
  readonly compat: CompatRecord | null;
  readonly auth: AuthState;
}

export const EMPTY_STATE_24: State24 = {
  tree: null,
  merging: null,
  forbiddenOnFailure: null,
  compat: null,
  auth: NO_AUTH,
};

/**
 * An inner section (or the sections of one step, merged among themselves first: the Files of a request, its
 * Locations) merged onto an outer one.
 */
export function merge24(outer: State24, inner: State24): State24 {
  const { tree, merging } = mergeRequire(outer, inner);
  return {
    tree,
    merging,
    forbiddenOnFailure: inner.forbiddenOnFailure ?? outer.forbiddenOnFailure,
    compat: inner.compat ?? outer.compat,
    auth: mergeAuth(outer.auth, inner.auth),
  };
}

/** `merge_authz_core_dir_config` (modules/aaa/mod_authz_core.c), branch by branch. */
function mergeRequire(outer: State24, inner: State24): Pick<State24, 'tree' | 'merging'> {
  if (inner.merging === null && inner.tree === null && outer.tree !== null) return pickRequire(outer);
  if (inner.merging === null || inner.merging === 'off') return pickRequire(inner);
  if (outer.tree === null || inner.tree === null) {
    return { tree: outer.tree ?? inner.tree, merging: inner.merging };
  }
  const type = inner.merging === 'and' ? 'all' : 'any';
  return { tree: { type, children: [outer.tree, inner.tree] }, merging: inner.merging };
}

function pickRequire({ tree, merging }: State24): Pick<State24, 'tree' | 'merging'> {
  return { tree, merging };
}
