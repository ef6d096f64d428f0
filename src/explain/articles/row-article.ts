import type { ContractRow } from '../../catalog/index.ts';
import type { Transform } from '../../transform/index.ts';
import type { Article } from '../types.ts';
import { list, names, parts, text, DOES_WORDS } from './parts.ts';

/** A row of the upgrade guide that has no explanation of its own, and what is done about it. */
export function rowArticle(row: ContractRow, transforms: readonly Transform[]): Article {
  const serving = transforms.filter(({ rows }) => rows.includes(row.id));
  return {
    key: `row ${row.id}`,
    title: `${row.id}: ${row.title}`,
    parts: parts(
      text('Section of the upgrade guide', row.section),
      text('What httpd-codemod does', DOES_WORDS[row.does]),
      list(
        'How',
        serving.map(({ id, docs }) => `${id}: ${docs.does}`),
      ),
      names('More', serving),
    ),
  };
}
