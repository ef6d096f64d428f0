import type { ModelRequest, TreeReader } from '../../model/index.ts';
import type { TargetProfile } from '../../target/index.ts';
import { findServer, isProbeFailure, probeTarget, targetProfile } from '../../target/index.ts';
import type { MigrateCommand } from '../command.ts';
import type { FoundTarget } from './auto-target.ts';
import { findTarget } from './auto-target.ts';
import type { MigrateOptions } from '../../migrate/index.ts';
import { wrongRules } from '../settings/known-names.ts';

/** Whose 2.4 the results are for, and the server that is to check them. */
interface ChosenTarget {
  /** Of the tree at a PATH. */
  readonly targetOf: (tree: ModelRequest) => FoundTarget;
  /** Null if none is asked for, or a command is. */
  readonly server: TargetProfile | null;
}

/**
 * Asks the binary of `--httpd`; for `--configtest` without one looks for a server. Without a name each tree shows its own. Or a sentence
 * about what is wrong.
 */
export function chooseTarget(command: MigrateCommand, reader: TreeReader): ChosenTarget | string {
  const asksServer = command.configtest !== null && command.configtest.type !== 'command';
  if (command.httpd !== null) {
    const target = probeTarget(command.httpd);
    if (isProbeFailure(target)) return target.message;
    return { targetOf: always(target, ['--httpd', command.httpd], ''), server: asksServer ? target : null };
  }
  const server = asksServer ? findServer() : null;
  if (asksServer && server === null) return NO_SERVER;
  const named = command.target === null ? null : targetProfile(command.target);
  if (named !== null) return { targetOf: always(named, ['--target', named.name], ''), server };
  if (server !== null) {
    return { targetOf: always(server, ['--httpd', server.name], 'found on this machine'), server };
  }
  return { targetOf: (tree) => findTarget(tree, reader), server: null };
}

function always(target: TargetProfile, option: FoundTarget['option'], why: string): ChosenTarget['targetOf'] {
  return () => ({ target, option, why });
}

const NO_SERVER =
  '--configtest: no httpd or apache2 of version 2.4 was found here; name it with --httpd PATH, ' +
  "or give a command that checks a main file: --configtest='COMMAND {}'";

/** What the migration is to do, or a sentence about what is wrong with the choice. */
export function chooseOptions(command: MigrateCommand): Omit<MigrateOptions, 'target'> | string {
  const { access, semantics, dual, apply, defines, readAs, only, skip } = command;
  const wrong = wrongRules([...(only ?? []), ...skip]);
  if (wrong !== null) return wrong;
  return { access, semantics, dual, apply, defines, readAs, only, skip };
}
