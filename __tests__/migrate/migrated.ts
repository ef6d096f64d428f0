import type { Migration, MigrateOptions } from '../../src/migrate/index.ts';
import { migrate } from '../../src/migrate/index.ts';
import { createMemoryReader } from '../../src/model/index.ts';
import type { ModelRequest } from '../../src/model/index.ts';
import { targetProfile } from '../../src/target/index.ts';

/** The main file of the trees that are migrated in memory. */
export const MAIN = '/srv/httpd/conf/httpd.conf';

const OPTIONS: MigrateOptions = {
  access: 'require',
  semantics: 'contract',
  apply: 'safe',
  target: targetProfile('stock')!,
  defines: [],
  only: null,
  skip: [],
};

/**
 * What becomes of a tree, by the path of its main file.
 * @param told what is said of its server besides
 * @throws Error where it can't be read
 */
export function migrated(
  files: Readonly<Record<string, string>>,
  options: Partial<MigrateOptions> = {},
  path = MAIN,
  told: Pick<ModelRequest, 'builtIn22'> = {},
): Migration {
  const request = { path, ...told, options: { ...OPTIONS, ...options } };
  const migration = migrate(request, createMemoryReader({ ...files }));
  if ('code' in migration) throw new Error(migration.message);
  return migration;
}

/** What stands in the main file behind it; as before, where nothing changed. */
export function mainAfter({ patchSet }: Migration, before: string): string {
  return patchSet.files.find(({ path }) => path === MAIN)?.after ?? before;
}
