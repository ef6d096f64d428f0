import type { TargetProfile } from '../target/index.ts';
import type { AskedServer, CheckWish } from './types.ts';

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
