import type { MethodSet } from './method-set.ts';

/** A 2.4 `Require` line. */
export interface RequireLeaf {
  readonly type: 'leaf';
  /** As 2.4 compares it: case-sensitive. */
  readonly provider: string;
  /** Everything behind the provider's name, as written: quotes and escapes kept. */
  readonly args: string;
  readonly negated: boolean;
  readonly methods: MethodSet;
}

/**
 * `<RequireAll>`, `<RequireAny>`, `<RequireNone>`. It has no methods of its own: the server gives it those of the lines
 * inside (`add_authz_provider`, `add_authz_section`).
 */
export interface RequireContainer {
  readonly type: 'all' | 'any' | 'none';
  readonly children: readonly RequireTree[];
}

export type RequireTree = RequireLeaf | RequireContainer;
