import type { Transform } from '../transform/index.ts';
import { explainTopic } from './explain-topic.ts';
import type { Article } from './types.ts';

/** What several lines, of a log mostly, led to. */
export interface ExplainedLog {
  /** Each article once, with the first line that led to it. */
  readonly found: readonly { readonly article: Article; readonly line: string }[];
  /** How many lines led to nothing. */
  readonly unknown: number;
}

/** Explains each line of a text; lines that the server writes as one message on two lines are read together. */
export function explainLog(text: string, transforms: readonly Transform[]): ExplainedLog {
  const found = new Map<string, { article: Article; line: string }>();
  const known = new Map<string, boolean>();
  let unknown = 0;
  for (const line of messagesOf(text)) {
    const shape = shapeOf(line);
    if (!known.has(shape)) {
      const articles = explainTopic(line, transforms);
      known.set(shape, articles.length > 0);
      for (const article of articles) if (!found.has(article.key)) found.set(article.key, { article, line });
    }
    if (known.get(shape) === false) unknown += 1;
  }
  return { found: [...found.values()], unknown };
}

/** `AH00526: Syntax error on line 8 of /etc/httpd.conf:` has its reason on the next line. */
function messagesOf(text: string): readonly string[] {
  return text
    .replaceAll(/(\bSyntax error on line \d+ of [^\r\n]*:)[ \t]*\r?\n/g, '$1 ')
    .split(/\r?\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** A log says the same a thousand times with other dates, numbers and clients. */
function shapeOf(line: string): string {
  return line.replaceAll(/\bAH\d{5}\b|\d+/g, (digits) => (digits.startsWith('AH') ? digits : '0'));
}
