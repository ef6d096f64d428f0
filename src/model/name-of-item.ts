import type { Occurrence, Scope } from './types.ts';

/** With `<` before that of a section. */
export function nameOfItem(item: Occurrence | Scope): string {
  return item.type === 'scope' ? `<${item.name}` : item.name;
}
