import type { Occurrence, Scope } from '../model/index.ts';

/** With `<` before that of a section. */
export function nameOfItem(item: Occurrence | Scope): string {
  return item.type === 'scope' ? `<${item.name}` : item.name;
}
