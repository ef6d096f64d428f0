import type { Answer } from '../../access/index.ts';

/** What a client gets to see of an answer. */
const ANSWER_WORDS: Readonly<Record<Answer, string>> = {
  pass: 'let through',
  unauthorized: '401 Unauthorized',
  forbidden: '403 Forbidden',
  serverError: '500 Internal Server Error',
};

/** As ANSWER_WORDS, with the status that the client gets: `200 OK`. @param status that the client gets; null if it is not known */
export function statusWords(answer: Answer, status: number | null): string {
  return status === null ? ANSWER_WORDS[answer] : `${status} ${REASONS[status] ?? ''}`.trimEnd();
}

/** RFC 9110, 15; RFC 4918. */
const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  207: 'Multi-Status',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  410: 'Gone',
  413: 'Content Too Large',
  414: 'URI Too Long',
  417: 'Expectation Failed',
  500: 'Internal Server Error',
  501: 'Not Implemented',
};
