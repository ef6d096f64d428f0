import { resolve } from 'node:path';
import { migrate } from '../../migrate/index.ts';
import type { MigrateOptions, Migration } from '../../migrate/index.ts';
import type { ModelFailure, ModelRequest, TreeReader } from '../../model/index.ts';
import type { Transform } from '../../transform/index.ts';
import type { MigrateCommand } from '../command.ts';
import type { FoundTarget } from './auto-target.ts';
import { whyUnreadable } from './judge.ts';
import type { GivenFacts } from '../load-given-facts.ts';
import { mostLines } from '../load-tree.ts';
import { wantsReport } from '../report-head.ts';

/** One PATH and what became of it. */
export interface NamedMigration {
  /** As typed. */
  readonly path: string;
  readonly migration: Migration;
  /** The same as changes to the originals, where those were migrated anew and `migration` changes what a run made of them. */
  readonly whole?: Migration;
  /** How its tree is read. */
  readonly tree: ModelRequest;
  /** Whose 2.4 the result is for, and why. */
  readonly found: FoundTarget;
}

/** Each PATH's migration, in order; or why the first one that failed can't be read. Writes nothing. */
export function migrateAll(
  command: MigrateCommand,
  wishes: Omit<MigrateOptions, 'target'>,
  targetOf: (tree: ModelRequest) => FoundTarget,
  stdin: string | null,
  given: GivenFacts,
  reader: TreeReader,
  transforms?: readonly Transform[],
): readonly NamedMigration[] | ModelFailure {
  const done: NamedMigration[] = [];
  for (const path of command.paths) {
    const place = { ...placeOf(path, command, stdin), ...given };
    const found = targetOf(place);
    const options = { ...wishes, target: found.target };
    const result = migrate({ ...place, options, ...(transforms && { transforms }) }, reader);
    if ('code' in result) return result;
    const migration = whyUnreadable([result]) === null ? result : withoutOutcome(result);
    // Reports say who gets in. What is written in between is not to be read for it.
    if (wantsReport(command)) migration.after();
    const tree = { ...place, defines: options.defines, target: options.target };
    done.push({ path, migration, tree, found });
  }
  return done;
}

/** What can't be read as the server would is not changed: what was made of it, and what a comparison found, is no news of that server. */
function withoutOutcome(migration: Migration): Migration {
  return {
    ...migration,
    after: () => migration.model,
    patchSet: { files: [], links: [] },
    findings: migration.findings.filter(({ applied }) => !applied),
    proof: 'none',
    refused: [],
  };
}

function placeOf(
  path: string,
  { serverRoot, maps, template, assumptions, stdinName }: MigrateCommand,
  stdin: string | null,
): ModelRequest {
  const name = stdinName === null ? '<stdin>' : resolve(stdinName);
  const source = path === '-' && stdin !== null ? { path: name, text: stdin } : { path: resolve(path) };
  const root = serverRoot === null ? {} : { serverRoot: resolve(serverRoot) };
  return { ...source, ...root, maps, template, assumptions, maxLines: mostLines() };
}
