import type { Occurrence } from '../../model/index.ts';

/**
 * The handler that a SetHandler or Dav line sets for folders, too; null: none. mod_dav sets its own for all methods but GET and POST
 * (`dav_fixups`), and of its providers only that of files has folders.
 */
export function handlerSetBy({
  name,
  args: [word = 'none'],
}: Pick<Occurrence, 'name' | 'args'>): string | null {
  if (name === 'sethandler') return /^none$/i.test(word) ? null : word;
  return name === 'dav' && /^(?:on|filesystem)$/i.test(word) ? 'dav-handler' : null;
}

/** Whether the handler is asked for by an address of its own, at which no folder need be. */
export function isOfAddress(handler: string): boolean {
  return /^(?:server-status|server-info|ldap-status|balancer-manager)$/i.test(handler);
}
