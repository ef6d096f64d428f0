/** What the parts of a rewriting text stand for; null: not known. */
export interface Expansions {
  /** `$N` and `%N`. */
  group(kind: '$' | '%', number: number): string | null;
  /** `%{NAME}` */
  variable(name: string): string | null;
  /** `${MAP:KEY}`; undefined: the map does not have the key. */
  lookUp(map: string, key: string): string | null | undefined;
}

/** A substitution or the text of a condition with all its parts put in (`do_expand`, mod_rewrite.c); null if one of them is not known. */
export function expandText(text: string, with_: Expansions): string | null {
  let made = '';
  for (let at = 0; at < text.length;) {
    const part = partAt(text, at, with_);
    if (part === null) return null;
    made += part.made;
    at = part.end;
  }
  return made;
}

interface Part {
  readonly made: string;
  readonly end: number;
}

function partAt(text: string, at: number, expansions: Expansions): Part | null {
  const char = text[at] ?? '';
  const next = text[at + 1] ?? '';
  if (char === '\\') return { made: next === '' ? char : next, end: at + 2 };
  if (char !== '$' && char !== '%') return { made: char, end: at + 1 };
  if (/\d/.test(next)) {
    const made = expansions.group(char, Number(next));
    return made === null ? null : { made, end: at + 2 };
  }
  const close = next === '{' ? indexInBraces(text, at + 2, '}') : -1;
  if (close === -1) return { made: char, end: at + 1 };
  const inner = text.slice(at + 2, close);
  const made = char === '%' ? expansions.variable(inner) : mapped(inner, expansions);
  if (made === undefined) return { made: char, end: at + 1 };
  return made === null ? null : { made, end: close + 1 };
}

/** `MAP:KEY|DEFAULT`, each of the two with parts of its own; undefined: it is no look-up. */
function mapped(inner: string, expansions: Expansions): string | null | undefined {
  const colon = indexInBraces(inner, 0, ':');
  if (colon === -1) return undefined;
  const bar = indexInBraces(inner, colon + 1, '|');
  const key = expandText(inner.slice(colon + 1, bar === -1 ? undefined : bar), expansions);
  const found = key === null ? null : expansions.lookUp(inner.slice(0, colon), key);
  if (found !== undefined) return found;
  return bar === -1 ? '' : expandText(inner.slice(bar + 1), expansions);
}

/** The first such character that is in no inner braces (`find_char_in_curlies`). */
function indexInBraces(text: string, start: number, wanted: string): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === wanted && depth === 0) return at;
    if (char === '\\') at++;
    else if (char === '{') depth++;
    else if (char === '}') depth--;
  }
  return -1;
}
