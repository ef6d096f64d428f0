import { namesOfOtherClass } from '../../catalog/index.ts';
import type { Scope } from '../../model/index.ts';

/** Whether the file holds one of them, be it read or not. */
export function saysOtherClass(scope: Scope): boolean {
  const names = namesOfOtherClass();
  return scope.items.some((item) =>
    item.type === 'scope' ? names.has(`<${item.name}`) || saysOtherClass(item) : names.has(item.name),
  );
}
