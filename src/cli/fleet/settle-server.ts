import type { FleetResult } from '../../fleet/index.ts';
import { createDiskReader } from '../../model/index.ts';
import { checkAsJson, printable } from '../../report/index.ts';
import { chooseTarget } from '../migrate/choose-target.ts';
import { interruptible } from '../migrate/interruption.ts';
import { migrateAll } from '../migrate/migrate-all.ts';
import { originalsReader, rebaseMigrations, writtenTree } from '../migrate/written-tree.ts';
import type { MigrateResult } from '../migrate/result.ts';
import { settle } from '../migrate/settle.ts';
import { commandFor, namedTarget } from './work-server.ts';
import type { FleetWish } from './work-server.ts';
import { isBad } from './is-bad.ts';
import { failedToWrite, unwritten } from './write-servers.ts';
import type { Settled } from './write-servers.ts';

/** Has the 2.4 server of `--configtest` check one server's result, and writes it if the command says so: as for one server alone. */
export async function settleServer(
  { command, options, given }: FleetWish,
  result: FleetResult,
  mode: 'show' | 'write',
): Promise<Settled> {
  const { configtest: wish } = command;
  if (wish === null || isBad(result.summary.exitCode)) return { outcome: unwritten(result), write: null };
  const written = result.replaces === undefined ? null : writtenTree(result.server.path, result.replaces);
  if (typeof written === 'string') return { outcome: failedToWrite(result, written), write: null };
  const disk = createDiskReader();
  const reader = written === null ? disk : originalsReader(disk, written);
  const own = { ...commandFor(command, result.server.path), mode };
  const chosen = chooseTarget(own, reader);
  if (typeof chosen === 'string') return { outcome: failedToWrite(result, chosen), write: null };
  const { server } = chosen;
  const named = result.server.target === null ? null : namedTarget(result.server.target);
  const made = migrateAll(own, options, (tree) => named ?? chosen.targetOf(tree), null, given, reader);
  if ('code' in made) return { outcome: failedToWrite(result, printable(made.message)), write: null };
  const migrations = written === null ? made : rebaseMigrations(made, written);
  const settled = await interruptible((signal) =>
    settle(own, migrations, null, { wish, server, reader: disk, signal }, written),
  );
  return typeof settled === 'string'
    ? { outcome: failedToWrite(result, settled), write: null }
    : settledOutcome(result, settled);
}

function settledOutcome(result: FleetResult, { write, checks, exitCode }: MigrateResult): Settled {
  const isWritten = write?.type === 'written';
  const failure = failureOf({ write, checks });
  const configtest = checks.map((check) => ({ path: result.server.name, ...checkAsJson(check.result) }));
  const outcome = {
    ...result,
    exitCode,
    failure,
    written: isWritten ? write.paths.length : null,
    configtest,
  };
  return { outcome, write: isWritten ? write : null };
}

function failureOf({ write, checks }: Pick<MigrateResult, 'write' | 'checks'>): string | null {
  const complaints = checks.flatMap(({ result }) => {
    if (result.type === 'accepted') return [];
    if (result.type === 'failed') return [`--configtest: ${result.message}`];
    return [
      `${result.server.name} refuses it (${result.asked}): ${result.messages.map(({ text }) => text).join(' ')}`,
    ];
  });
  const problems = write === null || write.type === 'written' ? [] : write.problems;
  const all = [...complaints, ...problems.map(({ path, message }) => `${path}: ${message}`)];
  return all.length === 0 ? null : printable(all.join('; '));
}
