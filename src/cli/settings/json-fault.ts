/** Where a text stops being JSON, and what is missing there. */
export interface JsonFault {
  readonly offset: number;
  readonly message: string;
}

const TOKEN =
  /[ \t\r\n]*([{}[\],:]|"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null)/gy;

const WANTED = {
  value: ['vs{[', 'a value is missing here, such as "text" or true'],
  first: ['vs{[]', 'a value or ] is missing here'],
  name: ['s', 'a name in double quotes is missing here (a comma is only between two settings)'],
  firstName: ['s}', 'a name in double quotes is missing here'],
  colon: [':', 'a colon is missing here'],
  moreOfObject: [',}', 'a comma or } is missing here'],
  moreOfList: [',]', 'a comma or ] is missing here'],
  end: ['', 'there is more after the last }'],
} as const;
type Wanted = keyof typeof WANTED;

/** Of a text that JSON.parse refuses: its own message tells the place in some versions of Node, and in none what is missing. */
export function findJsonFault(text: string): JsonFault {
  let wanted: Wanted = 'value';
  let end = 0;
  const open: string[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const token = match[1]!;
    const kind = /^[{}[\],:]/.test(token) ? token : token.startsWith('"') ? 's' : 'v';
    if (!WANTED[wanted][0].includes(kind)) break;
    if (kind === '{' || kind === '[') open.push(kind);
    else if (kind === '}' || kind === ']') open.pop();
    wanted = after(kind, wanted, open.at(-1));
    end = match.index + match[0].length;
  }
  const space = /^[ \t\r\n]*/.exec(text.slice(end))?.[0].length ?? 0;
  return { offset: end + space, message: WANTED[wanted][1] };
}

/** @param around the bracket that is open after the token */
function after(kind: string, wanted: Wanted, around: string | undefined): Wanted {
  if (kind === '{') return 'firstName';
  if (kind === '[') return 'first';
  if (kind === ':') return 'value';
  if (kind === ',') return around === '{' ? 'name' : 'value';
  if (wanted === 'name' || (wanted === 'firstName' && kind === 's')) return 'colon';
  if (around === undefined) return 'end';
  return around === '{' ? 'moreOfObject' : 'moreOfList';
}
