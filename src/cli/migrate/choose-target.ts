import { findServer, isProbeFailure, probeTarget, targetProfile } from '../../target/index.ts';
import type { TargetProfile } from '../../target/index.ts';
import type { MigrateCommand } from '../command.ts';

/** Whose 2.4 the result is for, and the server that is to check it. */
export interface ChosenTarget {
  /** With the server that was found as `--httpd`, where nothing else says whose 2.4 it is. */
  readonly command: MigrateCommand;
  readonly target: TargetProfile;
  /** Null if none is asked for, or a command is. */
  readonly server: TargetProfile | null;
}

/** Asks the binary of `--httpd`; for `--configtest` without one looks for a server. Or a sentence about what is wrong. */
export function chooseTarget(command: MigrateCommand): ChosenTarget | string {
  const asksServer = command.configtest !== null && command.configtest.type !== 'command';
  if (command.httpd !== null) {
    const target = probeTarget(command.httpd);
    if (isProbeFailure(target)) return target.message;
    return { command, target, server: asksServer ? target : null };
  }
  const named = targetProfile(command.target ?? 'stock');
  if (!asksServer) return { command, target: named, server: null };
  const server = findServer();
  if (server === null) return NO_SERVER;
  if (command.target !== null) return { command, target: named, server };
  return { command: { ...command, httpd: server.name }, target: server, server };
}

const NO_SERVER =
  '--configtest: no httpd or apache2 of version 2.4 was found here; name it with --httpd PATH, ' +
  "or give a command that checks a main file: --configtest='COMMAND {}'";
