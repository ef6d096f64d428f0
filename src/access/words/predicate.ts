/** Which requests meet a rule, as a sentence is made of it. */
export type Predicate =
  | { readonly type: 'everybody' | 'nobody' }
  | { readonly type: 'test'; readonly text: string }
  | { readonly type: 'not'; readonly inner: Predicate }
  | { readonly type: 'all' | 'any'; readonly parts: readonly Predicate[] };

export const EVERYBODY: Predicate = { type: 'everybody' };
export const NOBODY: Predicate = { type: 'nobody' };

export function test(text: string): Predicate {
  return { type: 'test', text };
}

export function not(inner: Predicate): Predicate {
  if (inner.type === 'everybody') return NOBODY;
  if (inner.type === 'nobody') return EVERYBODY;
  return inner.type === 'not' ? inner.inner : { type: 'not', inner };
}

export function all(parts: readonly Predicate[]): Predicate {
  return join('all', parts, EVERYBODY, NOBODY);
}

export function any(parts: readonly Predicate[]): Predicate {
  return join('any', parts, NOBODY, EVERYBODY);
}

/** @param neutral what changes nothing, and what no parts come to @param decisive what decides alone */
function join(
  type: 'all' | 'any',
  parts: readonly Predicate[],
  neutral: Predicate,
  decisive: Predicate,
): Predicate {
  const flat = parts.flatMap((part) => ('parts' in part && part.type === type ? part.parts : [part]));
  if (flat.some((part) => part.type === decisive.type)) return decisive;
  const rest = flat.filter((part) => part.type !== neutral.type);
  const [first, second] = rest;
  if (first === undefined) return neutral;
  return second === undefined ? first : { type, parts: rest };
}

/** The rule as a sentence without its full stop. */
export function predicateWords(predicate: Predicate): string {
  if (predicate.type === 'everybody') return 'Everybody';
  if (predicate.type === 'nobody') return 'Nobody';
  const excepted = exceptedBy(predicate);
  return excepted === null ? `Only ${textOf(predicate)}` : `Everybody except ${orList(excepted)}`;
}

/** Who is kept out, where the rule says nothing else. */
function exceptedBy(predicate: Predicate): readonly Predicate[] | null {
  if (predicate.type === 'not') return [predicate.inner];
  if (predicate.type !== 'all') return null;
  const inner = predicate.parts.flatMap((part) => (part.type === 'not' ? [part.inner] : []));
  return inner.length === predicate.parts.length ? inner : null;
}

function textOf(predicate: Predicate): string {
  switch (predicate.type) {
    case 'everybody':
      return 'everybody';
    case 'nobody':
      return 'nobody';
    case 'test':
      return predicate.text;
    case 'not':
      return `everybody except ${grouped(predicate.inner)}`;
    case 'any':
      return orList(predicate.parts);
    case 'all':
      return allText(predicate.parts);
  }
}

function allText(parts: readonly Predicate[]): string {
  const wanted = parts.filter(({ type }) => type !== 'not').map(grouped);
  const unwanted = parts.flatMap((part) => (part.type === 'not' ? [part.inner] : []));
  const head = wanted.length === 0 ? 'everybody' : wanted.join(' and ');
  return unwanted.length === 0 ? head : `${head}, but not ${orList(unwanted)}`;
}

function orList(parts: readonly Predicate[]): string {
  return parts.map(grouped).join(' or ');
}

function grouped(predicate: Predicate): string {
  return 'parts' in predicate ? `(${textOf(predicate)})` : textOf(predicate);
}
