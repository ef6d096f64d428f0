import type { Answer } from '../access/index.ts';

/** What a client gets to see of an answer. */
export const ANSWER_WORDS: Readonly<Record<Answer, string>> = {
  pass: 'let through',
  unauthorized: '401 Unauthorized',
  forbidden: '403 Forbidden',
  serverError: '500 Internal Server Error',
};

/** Null: what is served then, 200 or another. */
export const ANSWER_STATUS: Readonly<Record<Answer, number | null>> = {
  pass: null,
  unauthorized: 401,
  forbidden: 403,
  serverError: 500,
};
