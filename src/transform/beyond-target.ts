import { lateNames, mayBeLate } from '../catalog/index.ts';
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
    const isUnknown: NamesOf = (directive, args) => unknownNames(target, directive, args);
    const known = namesIn(file.document, text, isUnknown);
    const [added] = addedNames(known, namesIn(parse({ path, text: after }), after, isUnknown));
    if (added !== undefined) return added;
  }
  return null;
}

/** What of a new text not every 2.4 knows, and the old one did not say as often. */
export function lateNamesAdded(path: string, before: string, after: string): readonly LateName[] {
  if (!mayBeLate(after)) return [];
  const [known, now] = [before, after].map((text) => namesIn(parse({ path, text }), text, lateNames));
  return addedNames(known ?? [], now ?? []);
}

type NamesOf = (directive: string, args: string) => readonly LateName[];

function namesIn(document: Document, text: string, namesOf: NamesOf): readonly LateName[] {
  const found: LateName[] = [];
  visit(document, (node) => {
    if (node.type !== 'directive' && node.type !== 'section') return;
    const { name, argsSpan } = node.type === 'section' ? node.open : node;
    const directive = node.type === 'section' ? `<${name.value}` : name.value;
    found.push(...namesOf(directive, text.slice(argsSpan.start, argsSpan.end)));
  });
  return found;
}

function addedNames(before: readonly LateName[], after: readonly LateName[]): LateName[] {
  const [old, now] = [namesByText(before), namesByText(after)];
  return after.filter(({ name }) => now.get(name)!.length > (old.get(name)?.length ?? 0));
}

function namesByText(names: readonly LateName[]): ReadonlyMap<string, readonly LateName[]> {
  return groupBy(names, ({ name }) => name);
}
