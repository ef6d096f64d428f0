import { mayBeLate } from '../catalog/index.ts';
import type { LateName } from '../catalog/index.ts';
import { parse, visit } from '../syntax/index.ts';
import type { Document } from '../syntax/index.ts';
import { knowsAll, unknownNames } from '../target/index.ts';
import type { TargetProfile } from '../target/index.ts';
import { applyEdits, groupBy } from '../text/index.ts';
import type { FileEdit, Fix } from './types.ts';

/** What the fix writes that the target does not know, and would refuse to start with; null if there is nothing. */
export function beyondTarget(fix: Fix, target: TargetProfile): LateName | null {
  const isOld = ({ edit }: FileEdit): boolean => !mayBeLate(edit.text);
  if (knowsAll(target) || fix.edits.every(isOld)) return null;
  for (const [file, edits] of groupBy(fix.edits, (one) => one.file)) {
    if (edits.every(isOld)) continue;
    const { path, text } = file.source;
    const after = applyEdits(
      text,
      edits.map(({ edit }) => edit),
    );
    const known = unknownIn(file.document, text, target);
    const added = firstAdded(known, unknownIn(parse({ path, text: after }), after, target));
    if (added !== null) return added;
  }
  return null;
}

function unknownIn(document: Document, text: string, target: TargetProfile): readonly LateName[] {
  const found: LateName[] = [];
  visit(document, (node) => {
    if (node.type !== 'directive' && node.type !== 'section') return;
    const { name, argsSpan } = node.type === 'section' ? node.open : node;
    const directive = node.type === 'section' ? `<${name.value}` : name.value;
    found.push(...unknownNames(target, directive, text.slice(argsSpan.start, argsSpan.end)));
  });
  return found;
}

function firstAdded(before: readonly LateName[], after: readonly LateName[]): LateName | null {
  const count = (names: readonly LateName[], wanted: string): number =>
    names.filter(({ name }) => name === wanted).length;
  return after.find(({ name }) => count(after, name) > count(before, name)) ?? null;
}
