import type {
  AuthState,
  GroupSource,
  HostRecord,
  MethodTree,
  SatisfySlots,
  State24,
  RequireTree,
} from '../policy/index.ts';

/**
 * What is written in a section whose host rules stay with mod_access_compat, where that departs from 2.2. Null: the lines
 * stay as they are.
 */
export interface CompatRepair {
  readonly type: 'compat';
  /** Host rules that are written out, for a section with Satisfy alone drops those it inherits. The section's own go. */
  readonly host: HostRecord | null;
  /** What the section says of Satisfy in place of its own lines; [] for nothing. */
  readonly satisfy: SatisfySlots | null;
  /** What it requires in place of its own Require lines. */
  readonly trees: readonly MethodTree[] | null;
  /** Whether expressions in the trees tell folders, files or addresses apart. */
  readonly isByCases: boolean;
}

/** Nothing but what 2.4 does not know is taken away. */
export const NO_REPAIR: CompatRepair = {
  type: 'compat',
  host: null,
  satisfy: null,
  trees: null,
  isByCases: false,
};

/**
 * What a 2.4 server would read in the section with the repair written.
 * @param rest what its lines say as they are
 * @param isRead whether the server reads the guards around the new lines
 */
export function repairedState(repair: CompatRepair, rest: State24, isRead: boolean): State24 {
  const { host, satisfy, trees } = isRead ? repair : withoutNew(repair);
  return {
    ...rest,
    auth: withoutAuthorities(rest.auth),
    compat: recordOf(host, satisfy, rest.compat),
    tree: trees === null ? rest.tree : methodTreesAsOne(trees),
  };
}

/** The old lines go in any case. */
function withoutNew({ satisfy, trees }: CompatRepair): Pick<CompatRepair, 'host' | 'satisfy' | 'trees'> {
  return { host: null, satisfy: satisfy === null ? null : [], trees: trees === null ? null : [] };
}

/** Null if nothing is left of the record: then what is inherited holds. */
function recordOf(
  host: HostRecord | null,
  satisfy: SatisfySlots | null,
  own: State24['compat'],
): State24['compat'] {
  const record = { host: host ?? own?.host ?? NO_HOST_RULES, satisfy: satisfy ?? own?.satisfy ?? [] };
  const isEmpty = host === null && !saysHost(record.host) && record.satisfy.length === 0;
  return isEmpty ? null : record;
}

export const NO_HOST_RULES: HostRecord = { orders: [], allow: [], deny: [] };

/** Whether there is an Order, Allow or Deny in it. */
function saysHost({ orders, allow, deny }: HostRecord): boolean {
  return orders.length + allow.length + deny.length > 0;
}

/** 2.4 has no `...Authoritative`: without the line a section does not set the source of its groups any more. */
function withoutAuthorities(auth: AuthState): AuthState {
  const source = (own: GroupSource | null): GroupSource | null => (own?.file ? own : null);
  return { ...auth, groupfile: source(auth.groupfile), dbm: source(auth.dbm), ldap: source(auth.ldap) };
}

/** Trees written one below the other in a section as 2.4 reads them; null if there is none. */
export function methodTreesAsOne(trees: readonly MethodTree[]): RequireTree | null {
  return trees.length === 0 ? null : { type: 'any', children: trees.map(withMethods) };
}

/** The tree as it reads inside `<Limit>`: every line has the methods. */
function withMethods({ tree, methods }: Pick<MethodTree, 'tree' | 'methods'>): RequireTree {
  if (tree.type === 'leaf') return { ...tree, methods };
  return { ...tree, children: tree.children.map((child) => withMethods({ tree: child, methods })) };
}
