import type { CommandFlag, DirectiveFacts, OverrideClass, Place } from './types.ts';

const CLASS_OF_FLAG: Partial<Record<CommandFlag, readonly OverrideClass[]>> = {
  OR_ALL: ['AuthConfig', 'FileInfo', 'Indexes', 'Limit', 'Options'],
  OR_AUTHCFG: ['AuthConfig'],
  OR_FILEINFO: ['FileInfo'],
  OR_INDEXES: ['Indexes'],
  OR_LIMIT: ['Limit'],
  OR_OPTIONS: ['Options'],
};

/**
 * The classes of AllowOverride that permit the directive in a .htaccess file, any one of them being enough; [] if it may
 * not stand there. From the server's flags, not from the manual.
 */
export function overrideClasses(facts: DirectiveFacts): readonly OverrideClass[] {
  return [...new Set(facts.flags.flatMap((flag) => CLASS_OF_FLAG[flag] ?? []))].toSorted();
}

/**
 * Where the command table lets the directive stand (server/config.c, process_command_config and ap_process_config_tree: outside of
 * sections RSRC_CONF and the OR_ classes without AuthConfig and Limit, in sections ACCESS_CONF and all OR_ classes). A command
 * may still refuse a place by itself, as Limit does in 2.4.
 */
export function permittedPlaces(facts: DirectiveFacts): readonly Place[] {
  const classes = overrideClasses(facts);
  const places: Place[] = [];
  const atServer = (name: OverrideClass) => name !== 'AuthConfig' && name !== 'Limit';
  if (facts.flags.includes('RSRC_CONF') || classes.some(atServer)) places.push('server');
  if (facts.flags.includes('ACCESS_CONF') || classes.length > 0) places.push('directory');
  if (classes.length > 0) places.push('htaccess');
  return places;
}
