import type { Transform } from '../../transform/index.ts';
import type { Article, Symptom } from '../types.ts';
import { names, namesOf, parts, text } from './parts.ts';

/** What may be behind something that is seen; a cause that is neither transform nor explanation here is passed over. */
export function symptomArticle({ id, title, causes }: Symptom, transforms: readonly Transform[]): Article {
  const known = causes.filter((cause) => namesOf([cause.id], transforms).length > 0);
  return {
    key: `symptom ${id}`,
    title: `${id}: ${title}`,
    parts: parts(names('What may be behind it', known), text('How to tell', HOW_TO_TELL)),
  };
}

const HOW_TO_TELL =
  'Most of these leave a line in the error log: `httpd-codemod explain - < error_log` explains all of it. `httpd-codemod who URL-PATH --tree PATH` shows which lines decide a request, and with the tree of 2.2 what they decided there.';
