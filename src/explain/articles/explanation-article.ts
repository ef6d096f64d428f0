import type { Transform } from '../../transform/index.ts';
import type { Article, Explanation } from '../types.ts';
import { change, list, names, namesOf, parts, rowNames, text } from './parts.ts';

/** An explanation under the headings that transforms have, too. */
export function explanationArticle(explanation: Explanation, transforms: readonly Transform[]): Article {
  const { id, title, means, why, does, undo, messages, rows, see, link } = explanation;
  return {
    key: `explanation ${id}`,
    title: `${id}: ${title}`,
    parts: parts(
      text('What it means', means),
      text('Why', why),
      text('What httpd-codemod does', does),
      change(explanation.change),
      text('Undo', undo),
      list(
        'Messages of the server',
        messages.flatMap(({ examples }) => examples),
      ),
      names('Rows of the upgrade guide', rowNames(rows)),
      names('More', namesOf(see, transforms)),
      text('Read more', link),
    ),
  };
}
