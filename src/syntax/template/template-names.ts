import type { TemplatePart } from './blocks.ts';
import type { TemplateBlock } from './branches.ts';
import type { TemplateEngine } from './engine.ts';
import { findTags } from './tags.ts';

/** What the rounds of a loop give values to; null where that can't be told: anything. */
export function loopNames(
  { test }: TemplateBlock,
  body: readonly TemplatePart[],
  engine: TemplateEngine,
): ReadonlySet<string> | null {
  const [, list] = /^for(?:each)?\s+([\w\s,$()]+?)\s+in\b/.exec(test) ?? /\|([^|]*)\|/.exec(test) ?? [];
  if (list === undefined) return null;
  const isAssigned = body.some((part) => part.type === 'text' && assignedNames(part.text, engine).length > 0);
  return isAssigned ? null : new Set(['loop', ...(list.match(/[A-Za-z_]\w*/g) ?? [])]);
}

export function namesOneOf(text: string, names: ReadonlySet<string>): boolean {
  return (text.match(/[A-Za-z_]\w*/g) ?? []).some((name) => names.has(name));
}

/** Names to which tags give a value more than once: what they are asked for may change on the way. */
export function reassignedNames(text: string, engine: TemplateEngine): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(assignedNames(text, engine).filter((name) => seen.size === seen.add(name).size));
}

/** In Ruby and Puppet; in Jinja2 and Liquid; in Go. */
const ASSIGNMENT = /(?:^|[\n;]|\b(?:set|assign)\b)\s*[@$]?([A-Za-z_]\w*)\s*(?::|[-+*/|&]+)?=(?![=~>])/gi;

function assignedNames(text: string, engine: TemplateEngine): string[] {
  return findTags(text, engine).flatMap(({ span: { start, end } }) => {
    const inner = text.slice(start, end).replace(/^(?:<%|<\?(?:php)?|\{[%{]|\[%)[-+~|]?/, '');
    return [...inner.matchAll(ASSIGNMENT)].map(([, name = '']) => name);
  });
}
