import { rememberSome } from '../text/index.ts';
import type { ByteSet, Place } from './read-class.ts';
import { byteSet, bytesWhere, inAnyCase, readClass, readEscape } from './read-class.ts';

/** One that asks for more can't be followed in reasonable time. */
const MOST_STATES = 150;
const DEEPEST = 100;
const MOST_TIMES = 30;

const MOST_READ = 5_000;

/**
 * Whether some text may match both patterns. False is certain, and true where a pattern is not read here: what is left out of one, as what it looks
 * ahead for, only makes more texts match. A `$` may stand before a line feed at the end.
 */
export function mayOverlap(one: string, other: string): boolean {
  const [a, b] = [automatonOf(one), automatonOf(other)];
  return a === null || b === null || haveCommonText(a, b);
}

/** One way through a pattern goes from the state 0 to the last one. */
interface Automaton {
  readonly steps: readonly (readonly Step[])[];
}

type Step =
  | { readonly type: 'byte'; readonly set: bigint; readonly to: number }
  /** `always`: with nothing read; else only before or behind the whole text. */
  | { readonly type: 'always' | 'begin' | 'end'; readonly to: number };

const automatonOf: (pattern: string) => Automaton | null = rememberSome(MOST_READ, (pattern) => {
  const reader = new AutomatonReader(pattern);
  return reader.read() ? { steps: reader.steps } : null;
});

const ANY = maskOf(bytesWhere(() => true));
const LINE_FEED = maskOf(bytesWhere((byte) => byte === 10));

function maskOf(set: ByteSet): bigint {
  return set.reduce((mask, has, byte) => (has ? mask | (1n << BigInt(byte)) : mask), 0n);
}

/** Escapes whose meaning goes on behind the letter. */
const LONG_ESCAPE = /[cgkopPuNQExLUlX]/;

class AutomatonReader implements Place {
  readonly text: string;
  at = 0;
  readonly steps: Step[][] = [[]];
  #ignoresCase = false;
  #depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** False where it is not read here. */
  read(): boolean {
    this.#add(0, { type: 'byte', set: ANY, to: 0 });
    const end = this.#branches(0);
    if (end === null || this.at < this.text.length || this.steps.length > MOST_STATES) return false;
    const last = this.#state();
    this.#add(end, { type: 'always', to: last });
    this.#add(last, { type: 'byte', set: ANY, to: last });
    return true;
  }

  #state(): number {
    return this.steps.push([]) - 1;
  }

  #add(from: number, step: Step): void {
    this.steps[from]!.push(step);
  }

  /** @returns the state behind; null where something is not read here */
  #branches(from: number): number | null {
    const end = this.#state();
    const ignoredCase = this.#ignoresCase;
    if (++this.#depth > DEEPEST) return null;
    for (;;) {
      // What is begun anew in a loop must not be what the branches begin with.
      const start = this.#state();
      this.#add(from, { type: 'always', to: start });
      const behind = this.#sequence(start);
      if (behind === null) return null;
      this.#add(behind, { type: 'always', to: end });
      if (this.text[this.at] !== '|') break;
      this.at++;
    }
    this.#ignoresCase = ignoredCase;
    this.#depth--;
    return end;
  }

  #sequence(from: number): number | null {
    let at: number | null = from;
    while (at !== null && this.at < this.text.length && !/[|)]/.test(this.text[this.at]!))
      at = this.#repeated(at);
    return at;
  }

  /** A piece, as often as it may be there: more often than {@link MOST_TIMES} for certain is not read. */
  #repeated(from: number): number | null {
    const start = this.at;
    const first = this.#piece(from);
    if (first === null) return null;
    const times = this.#times();
    if (times === null) return first;
    const { least, most } = times;
    if (least > MOST_TIMES) return null;
    const behind = this.at;
    const end = this.#state();
    if (least === 0) this.#add(from, { type: 'always', to: end });
    let last = first;
    const again = (): number | null => {
      this.at = start;
      return this.#piece(last);
    };
    for (let count = 1; count < least; count++) {
      const next = again();
      if (next === null) return null;
      last = next;
    }
    this.#add(last, { type: 'always', to: end });
    if (most > Math.max(least, 1)) {
      const next = again();
      if (next === null) return null;
      // As often as one likes: more than may be there.
      this.#add(next, { type: 'always', to: last });
      this.#add(next, { type: 'always', to: end });
    }
    this.at = behind;
    return this.steps.length > MOST_STATES ? null : end;
  }

  #times(): { readonly least: number; readonly most: number } | null {
    const quantifier = /([?*+]|\{(\d+)(,?)(\d*)\})[?+]?/y;
    quantifier.lastIndex = this.at;
    const [whole, sign, least, comma, most] = quantifier.exec(this.text) ?? [];
    if (whole === undefined) return null;
    this.at += whole.length;
    if (sign === '?') return { least: 0, most: 1 };
    if (sign === '*' || sign === '+') return { least: Number(sign === '+'), most: Infinity };
    const atLeast = Number(least);
    const atMost = comma === '' ? atLeast : most === '' ? Infinity : Number(most);
    return { least: atLeast, most: atMost };
  }

  #piece(from: number): number | null {
    const char = this.text[this.at]!;
    switch (char) {
      case '(':
        return this.#group(from);
      case '[': {
        const set = readClass(this, this.#ignoresCase);
        return set && this.#bytes(from, set);
      }
      case '.':
        this.at++;
        return this.#step(from, { type: 'byte', set: ANY });
      case '^':
        this.at++;
        return this.#step(from, { type: 'begin' });
      case '$':
        this.at++;
        return this.#end(from);
      case '\\':
        return this.#escape(from);
      default:
        // Versions of PCRE differ in what they take for a number of times.
        if (/[?*+]/.test(char) || /^\{[\s\d,]/.test(this.text.slice(this.at, this.at + 2))) return null;
        this.at++;
        return this.#bytes(from, byteSet(char.charCodeAt(0)));
    }
  }

  #step(
    from: number,
    step: { readonly type: 'byte'; readonly set: bigint } | { readonly type: 'begin' },
  ): number {
    const to = this.#state();
    this.#add(from, { ...step, to });
    return to;
  }

  #bytes(from: number, set: ByteSet): number {
    return this.#step(from, { type: 'byte', set: maskOf(this.#ignoresCase ? inAnyCase(set) : set) });
  }

  #end(from: number): number {
    const [behindFeed, to] = [this.#state(), this.#state()];
    this.#add(from, { type: 'byte', set: LINE_FEED, to: behindFeed });
    this.#add(from, { type: 'end', to });
    this.#add(behindFeed, { type: 'end', to });
    return to;
  }

  #escape(from: number): number | null {
    const letter = this.text[this.at + 1] ?? '';
    if (letter === 'x' && /^\\x[0-9A-Fa-f]{2}/.test(this.text.slice(this.at))) return this.#escaped(from);
    if (LONG_ESCAPE.test(letter)) return null;
    if (/[bBG]/.test(letter)) {
      this.at += 2;
      return from;
    }
    if (letter === 'A') {
      this.at += 2;
      return this.#step(from, { type: 'begin' });
    }
    if (/[zZ]/.test(letter)) {
      this.at += 2;
      return this.#end(from);
    }
    return this.#escaped(from);
  }

  #escaped(from: number): number | null {
    const read = readEscape(this);
    return read === null ? null : this.#bytes(from, typeof read === 'number' ? byteSet(read) : read);
  }

  #group(from: number): number | null {
    const [, opening = ''] = /^\((\?(?:[:=!>|i]|<[=!]|P?<\w+>)|[?*])?/.exec(this.text.slice(this.at)) ?? [];
    this.at += 1 + opening.length;
    if (opening === '?' || opening === '*') return null;
    if (opening === '?i') return this.#caseOption(from);
    const isNothing = opening === '?!' && this.text[this.at] === ')';
    const looks = /[=!]$/.test(opening);
    // What is looked for is read, and left out.
    const end = this.#branches(looks ? this.#state() : from);
    if (end === null || this.text[this.at] !== ')') return null;
    this.at++;
    if (isNothing) return this.#state();
    return looks ? from : end;
  }

  /** `(?i)` counts to the end of the group around it. */
  #caseOption(from: number): number | null {
    const end = this.text[this.at++];
    if (end === ')') {
      this.#ignoresCase = true;
      return from;
    }
    if (end !== ':') return null;
    const ignoredCase = this.#ignoresCase;
    this.#ignoresCase = true;
    const behind = this.#branches(from);
    this.#ignoresCase = ignoredCase;
    if (behind === null || this.text[this.at] !== ')') return null;
    this.at++;
    return behind;
  }
}

/** Goes through both at once, byte by byte: what is reached at the end of some text. */
function haveCommonText(a: Automaton, b: Automaton): boolean {
  const [lastA, lastB] = [a.steps.length - 1, b.steps.length - 1];
  const seen = new Set<number>();
  const open: Common[] = [];
  const visit = (inA: number, inB: number, isBegin: boolean, isEnd: boolean): void => {
    const key = ((inA * b.steps.length + inB) * 2 + Number(isBegin)) * 2 + Number(isEnd);
    if (seen.has(key)) return;
    seen.add(key);
    open.push({ inA, inB, isBegin, isEnd });
  };
  visit(0, 0, true, false);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { inA, inB, isBegin, isEnd } = at;
    if (isEnd && inA === lastA && inB === lastB) return true;
    if (!isEnd) visit(inA, inB, isBegin, true);
    const isFree = ({ type }: Step): boolean =>
      type === 'always' || (type === 'begin' && isBegin) || (type === 'end' && isEnd);
    for (const step of a.steps[inA]!) if (isFree(step)) visit(step.to, inB, isBegin, isEnd);
    for (const step of b.steps[inB]!) if (isFree(step)) visit(inA, step.to, isBegin, isEnd);
    if (isEnd) continue;
    for (const first of a.steps[inA]!) {
      if (first.type !== 'byte') continue;
      for (const second of b.steps[inB]!) {
        if (second.type === 'byte' && (first.set & second.set) !== 0n)
          visit(first.to, second.to, false, false);
      }
    }
  }
  return false;
}

interface Common {
  readonly inA: number;
  readonly inB: number;
  readonly isBegin: boolean;
  readonly isEnd: boolean;
}
