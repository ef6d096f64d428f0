import type { OpenRun, WriteResult } from '../../output/index.ts';
import type { PatchSet } from '../../patch/index.ts';
import type { MigrateCommand } from '../command.ts';
import type { ExitCode } from '../exit-code.ts';
import type { NamedMigration } from './migrate-all.ts';
import type { NamedCheck } from './run-checks.ts';

/** All that there is to tell about a run of `migrate`. */
export interface MigrateResult {
  readonly command: MigrateCommand;
  readonly migrations: readonly NamedMigration[];
  /** What all of them change together. */
  readonly patchSet: PatchSet;
  /** Null if nothing was to be written. */
  readonly write: WriteResult | null;
  /** What the 2.4 server said: of the staged tree, and of the written one. */
  readonly checks: readonly NamedCheck[];
  /** What earlier runs left open in trees that are 2.4's by now, and so are not looked through again. */
  readonly left: readonly OpenRun[];
  readonly exitCode: ExitCode;
  /** The folder that the names of the diff start from. */
  readonly base: string;
  /** Standard input's text; null if it was not read. */
  readonly stdin: string | null;
}
