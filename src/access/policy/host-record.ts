import type { MethodSet } from './method-set.ts';

export type Order = 'deny,allow' | 'allow,deny' | 'mutual-failure';

/** What an `Order`, or a `Satisfy`, says for some methods. Of several that speak of a method the last one counts. */
export interface MethodSlot<Value> {
  readonly value: Value;
  readonly methods: MethodSet;
}

/** One `Allow from ...` or `Deny from ...` line: the words after `from`, quotes taken off. */
export interface HostLine {
  readonly words: readonly string[];
  readonly methods: MethodSet;
}

/**
 * The Order, Allow and Deny lines of one section (`authz_host_dir_conf` of 2.2's mod_authz_host, the same part of
 * 2.4's mod_access_compat). A method without an Order has `deny,allow`.
 */
export interface HostRecord {
  readonly orders: readonly MethodSlot<Order>[];
  readonly allow: readonly HostLine[];
  readonly deny: readonly HostLine[];
}

/** `Satisfy` lines in the order merged. A method without one is as `all`. */
export type SatisfySlots = readonly MethodSlot<'all' | 'any'>[];
