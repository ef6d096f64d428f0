import { askTree, compareTrees, plainRequest } from '../../src/access/index.ts';
import { renderMigration } from './render-migration.ts';
import { migrate } from '../../src/migrate/index.ts';
import type { MigrateOptions } from '../../src/migrate/index.ts';
import { buildModel, createMemoryReader, isModelFailure, patchedReader } from '../../src/model/index.ts';
import { parse, print } from '../../src/syntax/index.ts';
import { targetProfile } from '../../src/target/index.ts';
import type { FuzzedTree } from './arbitrary-tree.ts';
import { FUZZED_MAIN } from './arbitrary-tree.ts';

/** What a person may ask for besides a tree. */
export interface Wishes {
  readonly access: MigrateOptions['access'];
  readonly semantics: MigrateOptions['semantics'];
  readonly apply: MigrateOptions['apply'];
  readonly target: 'stock' | 'debian' | 'rhel';
  readonly dual: boolean;
}

/** Every bytes come back from parse and print, as either version reads them. */
export function checkText(text: string): void {
  for (const dialect of ['2.2', '2.4'] as const) {
    const printed = print(parse({ path: '/x', text }, { dialect }));
    if (printed !== text) throw new Error(`lost by the parser (${dialect})`);
  }
}

/**
 * A whole migration, told in every format, then `verify` of the result and `who`. Throws where something does, where bytes
 * are lost, and where a terminal would be sent something that steers it.
 */
export function checkTree({ files, links }: FuzzedTree, wishes: Wishes): void {
  for (const text of Object.values(files)) checkText(text);
  const reader = createMemoryReader(files, links);
  const options = { ...wishes, target: targetProfile(wishes.target), defines: [], only: null, skip: [] };
  const result = migrate({ path: FUZZED_MAIN, options }, reader);
  if ('code' in result) return;
  for (const { path, before, after, pieces } of result.patchSet.files) {
    // What is made was not there.
    if (before !== (files[path] ?? '')) throw new Error(`${path}: what is patched is not what was read`);
    const joined = pieces
      .map((piece) => (piece.type === 'made' ? piece.text : before.slice(piece.span.start, piece.span.end)))
      .join('');
    if (joined !== after) throw new Error(`${path}: the pieces are not the new text`);
  }
  renderMigration(FUZZED_MAIN, result);
  const request = { path: FUZZED_MAIN, target: options.target };
  const after = buildModel(request, patchedReader(reader, result.patchSet));
  if (isModelFailure(after)) throw new Error(`the result can't be read: ${after.message}`);
  compareTrees(result.model, after, reader, { semantics: wishes.semantics, mostExamples: 3 });
  for (const path of ['/', '/a/b/index.html', '/x/'.repeat(300)]) {
    askTree(result.model, reader, '2.2', { ...plainRequest(path), client: '10.0.0.1' });
  }
}
