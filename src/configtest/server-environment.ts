import type { ServerModel } from '../model/index.ts';

/** Folders that Debian's apache2ctl makes before it calls the server, so that they may be missing. */
const MADE_BY_START = ['APACHE_RUN_DIR', 'APACHE_LOCK_DIR'];

/** Variables that are of this process only: a server would report its state, or take sockets, to whom that is started by (systemd). */
const NOT_HANDED_ON = /^(?:LANG|LANGUAGE|LC_\w+|NOTIFY_SOCKET|LISTEN_\w+|WATCHDOG_\w+|INVOCATION_ID)$/;

/**
 * The environment for the server: this process's and Debian's envvars, as the model has read them; messages in English.
 * @param standIn makes a folder to be used for those that the start script would make
 */
export function serverEnvironment(
  { layout, startedWith }: ServerModel,
  isFolder: (path: string) => boolean,
  standIn: () => string,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of startedWith?.environment ?? []) {
    if (!NOT_HANDED_ON.test(name)) environment[name] = Buffer.from(value, 'latin1').toString('utf8');
  }
  for (const name of layout === 'debian' ? MADE_BY_START : []) {
    const folder = environment[name];
    if (folder !== undefined && folder !== '' && !isFolder(folder)) environment[name] = standIn();
  }
  return { ...environment, LC_ALL: 'C' };
}
