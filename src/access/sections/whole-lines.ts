import type { Assumptions, Occurrence, ServerModel } from '../../model/index.ts';
import { directive22 } from '../../catalog/index.ts';
import { linesNamed, placeholdersIn } from '../../model/index.ts';
import { placeholderNames } from '../../syntax/index.ts';
import type { Placeholder } from '../../syntax/index.ts';
import { canBeLive } from './worlds.ts';

/** A line that something else makes, name and all: it may become any number of lines, with sections in them. */
export interface MadeLine {
  readonly line: Occurrence;
  readonly placeholder: Placeholder;
}

/** All such lines that may hold access rules. */
export function wholeLines(model: ServerModel): MadeLine[] {
  const hasMacros = [...model.files.values()].some(({ document }) => document.engine === 'm4');
  return linesNamed(model, (name) => hasMacros || mayBePlaceholder(name))
    .filter(({ guards }) => canBeLive(guards, '2.2') || canBeLive(guards, '2.4'))
    .flatMap((line) => wholeLine(line, model.assumptions) ?? []);
}

/** Null of lines that are written out, and of those that are said to hold no access rules. */
export function wholeLine(line: Occurrence, assumptions: Assumptions): MadeLine | null {
  if (directive22(line.name) !== null) return null;
  const open = placeholdersIn(line.node.name.value, line).find(({ text }) => !isHarmless(text, assumptions));
  return open === undefined ? null : { line, placeholder: open };
}

function isHarmless(written: string, assumptions: Assumptions): boolean {
  return COMMENT.test(written) || placeholderNames(written).some((name) => assumptions.get(name) === 'lines');
}

/** Ansible's way to say who made a file: `{{ ansible_managed | comment }}`. */
const COMMENT = /\|\s*comment(?:\([^()]*\))?\s*[-+]?\}\}$/;

/** Of a name in lower case. */
function mayBePlaceholder(name: string): boolean {
  return /[$<{[#@%_(]/.test(name);
}
