import type { Transform } from '../../transform/index.ts';
import type { Article } from '../types.ts';
import { change, list, parts, rowNames, names, text, APPLICABILITY_WORDS } from './parts.ts';

/** A transform: its documentation under fixed headings, then its messages. */
export function transformArticle(transform: Transform): Article {
  const { id, title, applicability, stage, rows, directives = [], docs, messages } = transform;
  return {
    key: `transform ${id}`,
    title: `${id}: ${title}`,
    parts: parts(
      text('What it does', docs.does),
      text('Why', docs.why),
      change(docs),
      text('Edits', APPLICABILITY_WORDS[applicability]),
      text('Undo', docs.undo),
      text('Limits', docs.limits),
      list(
        'Messages',
        Object.entries(messages).map(([messageId, message]) => `${messageId}: ${message}`),
      ),
      text('Directives', directives.join(', ')),
      names('Rows of the upgrade guide', rowNames(rows)),
      text('Stage', stage),
      text('Read more', docs.link),
    ),
  };
}
