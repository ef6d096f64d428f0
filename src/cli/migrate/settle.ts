import type { OpenRun, WriteResult } from '../../output/index.ts';
import { diffBase } from '../../output/index.ts';
import type { PatchSet, FilePatch, LinkPatch } from '../../patch/index.ts';
import { buildPatchSet } from '../../patch/index.ts';
import { printable } from '../../report/index.ts';
import { flatMap } from '../../text/index.ts';
import type { MigrateCommand } from '../command.ts';
import { displayPath } from '../display-path.ts';
import type { ExitCode } from '../exit-code.ts';
import { EXIT } from '../exit-code.ts';
import { judge } from './judge.ts';
import { leftOpen } from './left-open.ts';
import type { NamedMigration } from './migrate-all.ts';
import type { MigrateResult } from './result.ts';
import type { Checker, NamedCheck } from './run-checks.ts';
import { runStagedChecks, runWrittenChecks } from './run-checks.ts';
import type { Originals } from './written-tree.ts';
import { takeBack } from './take-back.ts';
import { writeMigrations, startFolder } from './write-migrations.ts';

/** Judges the migrations and, where the command and the verdict allow it, writes them. A sentence if that makes no sense. */
export async function settle(
  command: MigrateCommand,
  migrations: readonly NamedMigration[],
  stdin: string | null,
  checker: Checker | null,
  originals: Originals | null = null,
): Promise<MigrateResult | string> {
  const all = migrations.map(({ migration }) => migration);
  const patchSet = mergePatchSets(all.map((migration) => migration.patchSet));
  if ('conflict' in patchSet) {
    const path = printable(displayPath(patchSet.conflict, process.cwd()));
    return `${path} belongs to several PATHs, which change it in different ways; migrate them one at a time`;
  }
  const done = migrations.filter(({ migration }) => migration.signOf24 !== null);
  const now = done.flatMap(({ migration }) => migration.findings);
  const left = leftOpen(
    done.map(({ path }) => path),
    now,
  );
  const verdict = withLeft(judge(all, command.mode), left);
  const mayWrite = verdict !== EXIT.badInput && verdict !== EXIT.refused;
  const { write, checks } = mayWrite
    ? await writeChecked(command, migrations, patchSet, checker, originals)
    : { write: null, checks: [] };
  return {
    command,
    migrations,
    patchSet,
    write,
    checks,
    left,
    exitCode: exitCodeOf(verdict, write, checks),
    base: baseOf(migrations),
    stdin,
  };
}

type Done = Pick<MigrateResult, 'write' | 'checks'>;

/** Writes what the server, if it is asked, accepts: first as it will be, then where it lies. If not there, all is taken back. */
async function writeChecked(
  command: MigrateCommand,
  migrations: readonly NamedMigration[],
  patchSet: PatchSet,
  checker: Checker | null,
  originals: Originals | null,
): Promise<Done> {
  if (checker === null)
    return { write: writeMigrations(command, migrations, patchSet, originals), checks: [] };
  const staged = await runStagedChecks(checker, migrations, patchSet);
  if (!staged.every(isAccepted)) return { write: null, checks: staged };
  const write = writeMigrations(command, migrations, patchSet, originals);
  if (command.mode !== 'write' || write?.type !== 'written') return { write, checks: staged };
  const written = await runWrittenChecks(checker, migrations, patchSet);
  const checks = [...staged, ...written];
  return { write: written.every(isAccepted) ? write : takeBack(write), checks };
}

/** An error that an earlier run told of stays one as long as its cause stands. */
export function withLeft(verdict: ExitCode, left: readonly OpenRun[]): ExitCode {
  const hasError = left.some(({ points }) => points.some(({ point }) => point.level === 'error'));
  return verdict === EXIT.done && hasError ? EXIT.needsPerson : verdict;
}

function exitCodeOf(verdict: ExitCode, write: WriteResult | null, checks: readonly NamedCheck[]): ExitCode {
  const bad = checks.find((check) => !isAccepted(check));
  if (write?.type === 'broken') return EXIT.badInput;
  if (bad !== undefined) return bad.result.type === 'refused' ? EXIT.refused : EXIT.badInput;
  return write !== null && write.type !== 'written' ? EXIT.badInput : verdict;
}

function isAccepted({ result }: NamedCheck): boolean {
  return result.type === 'accepted';
}

/** The current folder if all files that change lie below it, else the deepest folder that holds them and the first PATH. */
function baseOf(migrations: readonly NamedMigration[]): string {
  const paths = flatMap(migrations, ({ migration: { patchSet } }) => [
    ...flatMap(patchSet.files, (file) => [file.path, file.newPath]),
    ...patchSet.links.map((link) => link.path),
  ]);
  const here = process.cwd();
  const [first] = migrations;
  if (first === undefined || diffBase(paths, here) === here) return here;
  return diffBase(paths, startFolder(first.path, first.migration));
}

/** One patch set of several trees', or the path of a file that two of them would change in different ways. */
export function mergePatchSets(patchSets: readonly PatchSet[]): PatchSet | { readonly conflict: string } {
  const files = new Map<string, FilePatch>();
  for (const file of patchSets.flatMap((patchSet) => patchSet.files)) {
    const other = files.get(file.path);
    if (other !== undefined && (other.after !== file.after || other.newPath !== file.newPath)) {
      return { conflict: file.path };
    }
    files.set(file.path, file);
  }
  const links = new Map<string, LinkPatch>();
  for (const link of patchSets.flatMap((patchSet) => patchSet.links)) {
    links.set(`${link.type} ${link.path} ${link.target ?? ''}`, link);
  }
  const folders = new Set(patchSets.flatMap((patchSet) => patchSet.folders ?? []));
  return buildPatchSet(files.values(), links.values(), folders);
}
