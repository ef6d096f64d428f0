import type { TargetProfile } from '../target/index.ts';
import type { AskedServer, CheckWish } from './types.ts';
import type { ServerModel } from '../model/index.ts';

/** What to run, and how to speak of it. */
export interface ServerCommand {
  readonly words: readonly string[];
  readonly server: AskedServer;
  readonly asked: string;
}

/** How a server is started on a main file. */
export interface ServerPlace {
  readonly main: string;
  /** For `-d`: what relative names start from, where no ServerRoot line says otherwise. */
  readonly root: string;
  /** -D names. */
  readonly defines: readonly string[];
}

/** Has the server read a main file. A command is the user's own: it goes to the shell, with the file for `{}`. */
export function readCommand(
  wish: CheckWish,
  server: TargetProfile | null,
  place: ServerPlace,
): ServerCommand {
  if (wish.type === 'command') {
    const words = ['/bin/sh', '-c', wish.command.replaceAll('{}', place.main)];
    return { words, server: { name: wish.command, version: null }, asked: 'the command' };
  }
  const { name, version } = server ?? { name: 'httpd', version: null };
  const words = server?.words ?? [name];
  return { words: [...words, '-t', ...placeWords(place)], server: { name, version }, asked: '-t' };
}

export function placeWords({ main, root, defines }: ServerPlace): string[] {
  return ['-d', root, '-f', main, ...defines.flatMap((define) => ['-D', define])];
}

/** Folders that Debian's apache2ctl makes before it calls the server, so that they may be missing. */
const MADE_BY_START = ['APACHE_RUN_DIR', 'APACHE_LOCK_DIR'];

/** Variables that are of this process only: a server would report its state, or take sockets, to whom that is started by (systemd). */
const NOT_HANDED_ON = /^(?:LANG|LANGUAGE|LC_\w+|NOTIFY_SOCKET|LISTEN_\w+|WATCHDOG_\w+|INVOCATION_ID)$/;

/**
 * The environment for the server: what the tree and the command line give, as the model has read them; messages in English. Nothing of
 * this process's own, which a message of the server might show, but where its libraries are.
 * @param standIn makes a folder to be used for those that the start script would make
 */
export function serverEnvironment(
  { layout, startedWith }: ServerModel,
  isFolder: (path: string) => boolean,
  standIn: () => string,
): Record<string, string> {
  const environment: Record<string, string> = {};
  const { LD_LIBRARY_PATH } = process.env;
  if (LD_LIBRARY_PATH !== undefined) environment['LD_LIBRARY_PATH'] = LD_LIBRARY_PATH;
  for (const [name, value] of startedWith?.environment ?? []) {
    if (!NOT_HANDED_ON.test(name)) environment[name] = Buffer.from(value, 'latin1').toString('utf8');
  }
  for (const name of layout === 'debian' ? MADE_BY_START : []) {
    const folder = environment[name];
    if (folder !== undefined && folder !== '' && !isFolder(folder)) environment[name] = standIn();
  }
  return { ...environment, LC_ALL: 'C' };
}

/** A command is the user's own: it gets this process's environment, too. */
export function environmentFor(
  wish: CheckWish,
  environment: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (wish.type !== 'command') return environment;
  const own = Object.entries(process.env).filter(([name]) => !NOT_HANDED_ON.test(name));
  return { ...(Object.fromEntries(own) as Record<string, string>), ...environment };
}
