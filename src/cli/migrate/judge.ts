import type { Finding, Migration } from '../../migrate/index.ts';
import type { MigrateCommand } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import type { ExitCode } from '../exit-code.ts';

/** Problems of the model after which the server would not start on this tree: what it says is not known. */
const UNREADABLE: ReadonlySet<string> = new Set([
  'include-cycle',
  'include-unreadable',
  'include-too-deep',
  'nesting-too-deep',
  'not-configuration',
  'tree-too-large',
]);

/** What the migrations come to, before anything is written. */
export function judge(migrations: readonly Migration[], mode: MigrateCommand['mode']): ExitCode {
  if (whyUnreadable(migrations) !== null) return EXIT.badInput;
  if (migrations.some(({ refused }) => refused.length > 0)) return EXIT.refused;
  if (mode === 'check' && migrations.some(hasChanges)) return EXIT.changes;
  const needsPerson = migrations.some(({ findings }) => findings.some(({ level }) => level === 'error'));
  return needsPerson ? EXIT.needsPerson : EXIT.done;
}

/** The first place for which a tree can't be read as the server would, and what is wrong there; null where all can be. */
export function whyUnreadable(migrations: readonly Migration[]): string | null {
  for (const migration of migrations) {
    const finding = migration.findings.find((each) => isBlocking(each, migration));
    if (finding === undefined) continue;
    const { path, position, message } = finding;
    return `${path}${position === null ? '' : `:${position.line}:${position.column}`}: ${message}`;
  }
  return null;
}

export function hasChanges({ patchSet }: Migration): boolean {
  return patchSet.files.length > 0 || patchSet.links.length > 0;
}

/**
 * Whether the tree can't be read as the server would. A broken .htaccess file among others is not of that kind: the server
 * starts, and answers 500 below that one folder.
 */
export function isBlocking({ transform, messageId, level, path }: Finding, { model }: Migration): boolean {
  if (level !== 'error') return false;
  if (transform === 'model') return UNREADABLE.has(messageId);
  const isAlone = model.files.size === 1;
  return transform === 'syntax' && (isAlone || model.files.get(path)?.role !== 'htaccess');
}
