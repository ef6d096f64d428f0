import { nameOfItem } from '../../model/index.ts';
import { namesOfOtherClass } from '../../catalog/index.ts';
import type { Scope } from '../../model/index.ts';

/** Whether the file holds something that is of another class of AllowOverride in 2.4, be it read or not. */
export function saysOtherClass(scope: Scope): boolean {
  return namesOfOtherClassIn(scope).length > 0;
}

/** As they are written, `<Name` for a section. */
export function namesOfOtherClassIn(scope: Scope): string[] {
  const names = namesOfOtherClass();
  return scope.items.flatMap((item) => {
    const inside = item.type === 'scope' ? namesOfOtherClassIn(item) : [];
    const written = item.type === 'scope' ? `<${item.node?.open.name.value ?? ''}` : item.node.name.value;
    return names.has(nameOfItem(item)) ? [written, ...inside] : inside;
  });
}
