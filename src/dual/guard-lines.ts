/** The lines that part what one server reads from what the other does. */
export interface GuardLines {
  readonly open24: string;
  readonly open22: string;
  readonly close: string;
}

export type GuardKind = 'authz-core' | 'version';

/**
 * `authz-core`: a module that every 2.4 has loaded and no 2.2; what people write around access rules. `version`: needs
 * mod_version on both.
 */
export const GUARD_LINES: Readonly<Record<GuardKind, GuardLines>> = {
  'authz-core': {
    open24: '<IfModule mod_authz_core.c>',
    open22: '<IfModule !mod_authz_core.c>',
    close: '</IfModule>',
  },
  version: { open24: '<IfVersion >= 2.4>', open22: '<IfVersion < 2.4>', close: '</IfVersion>' },
};
