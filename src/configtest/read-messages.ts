/** A message as the server prints it, and the path and line that it names. */
export interface RawMessage {
  readonly text: string;
  readonly path: string | null;
  readonly line: number | null;
}

/**
 * `Syntax error on line 3 of /x.conf: Syntax error on line 5 of /y.conf:` (of Include lines; the last is the place), `defined at
 * /x.conf:3`, `(/x.conf:3)`: server/main.c, server/config.c, server/log.c.
 */
const ON_LINE = /\b(?:on|in|at) line (\d+) of (\/.*?)[.:](?=\s|$)/g;
const AT_LINE = /(\/[^\s:'"]+):(\d+)(?![\d:])/g;
/** What a line of the error log has before the message; -t prints some lines so, too. */
const LOG_HEAD = /^\[[^\]]*\](?: \[[^\]]*\])* /;

/** What the server printed, as messages: a line that ends in a colon is one with the line below it. */
export function readMessages(output: string, isOwn: (path: string) => boolean): RawMessage[] {
  const messages: RawMessage[] = [];
  const lines = output.split(/\r?\n/).filter((line) => line.trim() !== '');
  for (let index = 0; index < lines.length; index++) {
    let text = lines[index]!.replace(LOG_HEAD, '');
    if (text.endsWith(':') && index + 1 < lines.length) text += ` ${lines[++index]!.replace(LOG_HEAD, '')}`;
    messages.push({ text: withoutForeign(text, isOwn), ...placeOf(text, isOwn) });
  }
  return messages;
}

/**
 * The server quotes lines, and by ways that can't be followed (a macro's parameter as the path of an Include) it may have been led to a
 * file that is no configuration at all: a secret. What it says of a file that was not read here is not told.
 */
function withoutForeign(text: string, isOwn: (path: string) => boolean): string {
  const foreign = [...text.matchAll(ON_LINE)].find(([, , path]) => !isOwn(path!));
  return foreign === undefined ? text : text.slice(0, foreign.index + foreign[0].length) + NOT_TOLD;
}

const NOT_TOLD = ' (what is wrong is not shown here, since this file was not read with the tree)';

function placeOf(
  text: string,
  isOwn: (path: string) => boolean,
): { readonly path: string | null; readonly line: number | null } {
  const places = [
    ...[...text.matchAll(ON_LINE)].map(([, line, path]) => ({ path: path!, line: Number(line) })),
    ...[...text.matchAll(AT_LINE)].map(([, path, line]) => ({ path: path!, line: Number(line) })),
  ];
  return places.findLast(({ path }) => isOwn(path)) ?? { path: null, line: null };
}
