import type { Span } from '../../text/index.ts';
import { rememberWeakly } from '../../text/index.ts';
import type { TemplatePart } from './blocks.ts';
import type { TemplateBlock } from './branches.ts';
import type { TemplateTag } from './template-tag.ts';

/** What the rounds of a loop give values to; null where that can't be told: anything. */
export function loopNames(
  { test }: TemplateBlock,
  body: readonly TemplatePart[],
): ReadonlySet<string> | null {
  const [, list] = /^for(?:each)?\s+([\w\s,$()]+?)\s+in\b/.exec(test) ?? /\|([^|]*)\|/.exec(test) ?? [];
  if (list === undefined) return null;
  return givesNames(body) ? null : new Set(['loop', ...(list.match(/[A-Za-z_]\w*/g) ?? [])]);
}

/** Whether a tag among these parts, or within them, gives a name a value. */
export function givesNames(parts: readonly TemplatePart[]): boolean {
  return parts.some((part) =>
    part.type === 'block'
      ? part.branches.some(({ body }) => givesNames(body))
      : part.type !== 'text' && assignedNames(part.text).length > 0,
  );
}

export function namesOneOf(text: string, names: ReadonlySet<string>): boolean {
  return (text.match(/[A-Za-z_]\w*/g) ?? []).some((name) => names.has(name));
}

/** `y = 1` in Ruby, Puppet, Go and Python; `set y`, `with y` and `set a, b` in Jinja2, `assign y` in Liquid; `ns.y = 1`, `h['y'] = 1`. */
const ASSIGNMENT =
  /(?:^|[\n;(,]|\b(?:set|assign|with)\b)\s*(?:(?:my|var|let|const)\s+)?[@$]{0,2}([A-Za-z_]\w*)(?:\.\w+|\[[^\]\n]*\])*\s*(?:(?::|\|\||&&|[-+*/|&.])?=(?![=~>])|(?=,[^=\n()]*=(?![=~>])))/gi;

/** `y << 1`, `y.append(1)`, `y.shift`: the same value is another one then. */
const CHANGE =
  /([A-Za-z_]\w*)(?:\s*<<(?!<)|\.(?:append|extend|insert|push|unshift|pop|shift|update|concat|delete|remove|clear|[a-z_]+!)(?!\w))/g;

/** The names to which the code of a tag gives a value. */
function assignedNames(tag: string): string[] {
  const inner = tag.replace(/^(?:<%|<\?(?:php)?|\{[%{]|\[%|\|\?)[-+~|]?/, '');
  return [...namesIn(inner, ASSIGNMENT), ...namesIn(inner, CHANGE)];
}

/** Whether the code of a tag makes another value of the one that a name has. */
export function changesName(tag: string): boolean {
  return namesIn(tag, CHANGE).length > 0;
}

function namesIn(code: string, pattern: RegExp): string[] {
  return Array.from(code.matchAll(pattern), ([, name = '']) => name);
}

/** The last tag in a span of the text that gives a name a value; undefined if none does. */
export function lastAssignment(
  text: string,
  tags: readonly TemplateTag[],
  { start, end }: Span,
): TemplateTag | undefined {
  return tags.findLast(
    ({ span }) =>
      span.start >= start && span.end <= end && assignedNames(text.slice(span.start, span.end)).length > 0,
  );
}

/** Asked of a tag once for all renderings. */
const namesGivenBy = rememberWeakly(({ text }: { readonly text: string }) => assignedNames(text));

/** How often each name was given a value so far: what is put in or asked behind that may be something else. */
export class NameVersions {
  private readonly counts = new Map<string, number>();

  /** @param tag one that is gone through, or what is in it */
  pass(tag: { readonly text: string }): void {
    this.count(namesGivenBy(tag));
  }

  /** @param test what is asked, where `name='x'` is HTML::Template's and gives no value */
  ask(test: string): void {
    this.count(namesIn(test, CHANGE));
  }

  private count(names: readonly string[]): void {
    for (const name of names) this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** Of the names that a text depends on, in order; empty where none was given a value. */
  of(text: string): readonly number[] {
    if (this.counts.size === 0) return [];
    const names = text.match(/[A-Za-z_]\w*/g) ?? [];
    return names.flatMap((name) => this.counts.get(name) ?? []);
  }
}
