import { checkStaged, checkWritten, whyNot } from '../../configtest/index.ts';
import type { CheckRequest, CheckWish, ConfigtestResult } from '../../configtest/index.ts';
import type { TreeReader } from '../../model/index.ts';
import type { PatchSet } from '../../patch/index.ts';
import type { TargetProfile } from '../../target/index.ts';
import type { NamedMigration } from './migrate-all.ts';

/** Who checks, and what the trees are read with. */
export interface Checker {
  readonly wish: CheckWish;
  readonly server: TargetProfile | null;
  readonly reader: TreeReader;
  /** Ends a check early. */
  readonly signal: AbortSignal;
}

/** What the server said of one PATH's tree. */
export interface NamedCheck {
  /** As typed. */
  readonly path: string;
  readonly result: ConfigtestResult;
}

/** Has each tree checked before it is written, up to the first that is not accepted. */
export async function runStagedChecks(
  checker: Checker,
  migrations: readonly NamedMigration[],
  patchSet: PatchSet,
): Promise<NamedCheck[]> {
  const part = migrations.find(({ migration }) => whyNot(migration.model) !== null);
  if (part !== undefined) {
    return [{ path: part.path, result: { type: 'failed', message: whyNot(part.migration.model) ?? '' } }];
  }
  return runEach(migrations, (one) => checkStaged(requestFor(checker, one, patchSet)));
}

/** The same for the whole trees in their places, where that can be done. */
export async function runWrittenChecks(
  checker: Checker,
  migrations: readonly NamedMigration[],
  patchSet: PatchSet,
): Promise<NamedCheck[]> {
  // Of a server of which a part was written nothing can be told in its place: the rest is 2.2's.
  const whole = migrations.filter(({ migration }) => migration.part?.type !== 'in-server');
  return runEach(whole, (one) => checkWritten(requestFor(checker, one, patchSet)));
}

/** One after the other, up to the first that is not accepted: a machine is not to run many servers at once. */
async function runEach(
  [first, ...rest]: readonly NamedMigration[],
  check: (one: NamedMigration) => Promise<ConfigtestResult | null>,
): Promise<NamedCheck[]> {
  if (first === undefined) return [];
  const result = await check(first);
  const checks = result === null ? [] : [{ path: first.path, result }];
  return result === null || result.type === 'accepted'
    ? [...checks, ...(await runEach(rest, check))]
    : checks;
}

function requestFor(
  { wish, server, reader, signal }: Checker,
  { tree, migration: { part } }: NamedMigration,
  patchSet: PatchSet,
): CheckRequest {
  const asked =
    part?.type === 'in-server'
      ? { tree: { ...tree, path: part.entry }, patchSet: part.whole }
      : { tree, patchSet };
  return { wish, server, reader, signal, ...asked };
}
