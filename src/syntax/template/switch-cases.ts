import type { LoneTag } from './template-tag.ts';

/**
 * The tags of a `switch` of PHP, JavaScript, FreeMarker and Blade as those of one choice: its first case opens it, the others go on with it. A tag that leaves a case
 * (`break;`) is one with that of the next case, as `switch` is with the first: nothing is put out between them. Left as they were where a case
 * runs on into the next one.
 */
export function joinSwitches(tags: readonly LoneTag[], text: string): readonly LoneTag[] {
  if (!/\bswitch\b/.test(text)) return tags;
  const joined: LoneTag[] = [];
  for (let at = 0; at < tags.length;) {
    const block = blockAt(tags, at, text);
    joined.push(...block.tags);
    at = block.end;
  }
  return joined;
}

interface Block {
  readonly tags: readonly LoneTag[];
  /** The number of the tag behind it. */
  readonly end: number;
}

const SWITCH = /^switch\s*(\((?:[^()]|\([^()]*\))*\))\s*[:{]/;

/** The switch that begins there, else the tag alone. */
function blockAt(tags: readonly LoneTag[], at: number, text: string): Block {
  const [opening, subject] = SWITCH.exec(codeOf(tags[at]!, text) ?? '') ?? [];
  const cases = opening === undefined ? null : casesOf({ tags, text, first: at, subject: subject ?? '' });
  return cases ?? { tags: [tags[at]!], end: at + 1 };
}

interface Written {
  readonly tags: readonly LoneTag[];
  readonly text: string;
  readonly first: number;
  readonly subject: string;
}

/** Null where it is no choice, or ends nowhere. */
function casesOf({ tags, text, first, subject }: Written): Block | null {
  const branches = new Branches(subject, tags[first]!.span.start);
  for (let at = first; at < tags.length;) {
    const tag = tags[at]!;
    const before = at === first ? '' : text.slice(tags[at - 1]!.span.end, tag.span.start);
    if (/\S/.test(before) && !branches.add([])) return null;
    const code = codeOf(tag, text)?.replace(at === first ? SWITCH : '', '');
    const words = code === undefined ? null : labelWords(code);
    if (words === null) {
      const inner = innerBlock(tags, at, text);
      if (inner === null || !branches.add(inner.tags)) return null;
      at = inner.end;
    } else {
      at++;
      if (!branches.read(words, tag)) return null;
      if (branches.isClosed) return { tags: branches.tags, end: at };
    }
  }
  return null;
}

/** The branches of a switch, tag by tag. */
class Branches {
  readonly tags: LoneTag[] = [];
  isClosed = false;
  private readonly subject: string;
  /** Where the tags begin that are one with the next label: `switch`, `break`. Null in a case. */
  private pending: number | null;
  private tests: string[] = [];
  private hasDefault = false;
  /** Nothing is behind the last label yet. */
  private isEmpty = false;

  constructor(subject: string, start: number) {
    this.subject = subject;
    this.pending = start;
  }

  /** What stands in a case; false where no case is open. */
  add(tags: readonly LoneTag[]): boolean {
    this.tags.push(...tags);
    this.isEmpty = false;
    return this.pending === null;
  }

  /** Whether these words of a tag fit to what is before it. */
  read(words: readonly Word[], { span, ...tag }: LoneTag): boolean {
    const isBegun = this.tags.length > 0;
    const labels: string[] = [];
    for (const { type, test } of words) {
      if (type === 'leave') {
        if (!isBegun || labels.length > 0) return false;
        this.pending ??= span.start;
      } else if (type === 'end') {
        if (!isBegun || labels.length > 0) return false;
        this.tags.push({
          span: { start: this.pending ?? span.start, end: span.end },
          effect: { type: 'close' },
        });
        this.isClosed = true;
      } else {
        if (this.hasDefault) return false;
        this.hasDefault = type === 'default';
        labels.push(test);
      }
    }
    if (labels.length > 0) return this.label(labels, span.end);
    if (words.length === 0 && this.pending === null)
      this.tags.push({ ...tag, span, effect: { type: 'none' } });
    return true;
  }

  /** One branch more, or one more label of the last one, which is empty. */
  private label(labels: readonly string[], end: number): boolean {
    const last = this.pending === null && this.isEmpty ? this.tags.pop() : undefined;
    const start = this.pending ?? last?.span.start;
    if (start === undefined) return false;
    this.tests = last === undefined ? [...labels] : [...this.tests, ...labels];
    const isFirst = this.tags.length === 0;
    if (isFirst && this.hasDefault) return false;
    const test = this.tests.join(', ');
    this.tags.push({
      span: { start, end },
      effect: isFirst
        ? { type: 'open', test: `switch ${this.subject}: ${test}`, kind: 'if' }
        : { type: 'middle', test: this.hasDefault ? null : test },
    });
    this.pending = null;
    this.isEmpty = true;
    return true;
  }
}

/** A tag in a case, or all to the one that closes what it opens; null where it may leave the case. */
function innerBlock(tags: readonly LoneTag[], first: number, text: string): Block | null {
  const inner = blockAt(tags, first, text);
  if (inner.tags.length > 1) return inner;
  let depth = 0;
  let loops = 0;
  for (let at = first; at < tags.length; at++) {
    const { effect } = tags[at]!;
    if (effect.type === 'skip' && loops === 0) return null;
    if (effect.type === 'open') {
      depth++;
      if (loops > 0 || effect.kind === 'loop') loops++;
    }
    if (effect.type === 'close') {
      depth--;
      loops = Math.max(0, loops - 1);
    }
    if (depth < 0 || (depth === 0 && effect.type === 'middle')) return null;
    if (depth === 0) return { tags: tags.slice(first, at + 1), end: at + 1 };
  }
  return null;
}

/** What the code of a tag says to the switch around it. */
interface Word {
  readonly type: 'leave' | 'case' | 'default' | 'end';
  readonly test: string;
}

const WORD =
  /\s*(?:(break)\b\s*;?|case\s+('[^'\\]*'|"[^"\\]*"|-?[\w.]+)\s*:(?!:)|(default)\s*:(?!:)|(?:\}|endswitch\b\s*;?))/y;

/** Null where there is something else in it; empty of a comment. */
function labelWords(code: string): Word[] | null {
  const words: Word[] = [];
  const text = code.trim();
  for (let at = 0; at < text.length; at = WORD.lastIndex) {
    WORD.lastIndex = at;
    const found = WORD.exec(text);
    if (found === null) return null;
    const [, leave, test, rest] = found;
    if (leave !== undefined) words.push({ type: 'leave', test: '' });
    else if (test !== undefined) words.push({ type: 'case', test });
    else words.push({ type: rest === undefined ? 'end' : 'default', test: '' });
  }
  return words;
}

const CODE = /^(?:<\?(?:php\b)?(?!=)([^]*?)\?>|<%[_-]?(?![=#])([^]*?)[_-]?%>)$/;
/** FreeMarker, then Blade. */
const WORDS =
  /^(?:[<[](?<end>\/?)#(?<word>switch|case|default|break)\b\s*(?<rest>[^]*?)\s*\/?[>\]]|@(?<line>switch|case|default|break|endswitch)\b\s*(?<list>.*))$/;

/** The code of a tag that prints nothing, without its comments; of other languages as those write it. */
function codeOf({ span }: LoneTag, text: string): string | undefined {
  const written = text.slice(span.start, span.end);
  const [, php, js] = CODE.exec(written) ?? [];
  const code = php ?? js;
  if (code !== undefined) return code.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, '').trim();
  const { end, word, rest = '', line, list = '' } = WORDS.exec(written)?.groups ?? {};
  if (line !== undefined) return codeOfWord(line, list.replace(/^\(([^]*)\)$/, '$1'));
  return word === undefined ? undefined : codeOfWord(end === '' ? word : 'endswitch', rest);
}

function codeOfWord(word: string, rest: string): string | undefined {
  switch (word) {
    case 'switch':
      return `switch (${rest}) {`;
    case 'case':
      return `case ${rest}:`;
    case 'default':
      return 'default:';
    case 'break':
      return rest === '' ? 'break;' : undefined;
    default:
      return '}';
  }
}
