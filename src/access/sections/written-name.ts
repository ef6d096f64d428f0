import type { Occurrence, Scope } from '../../model/index.ts';

/** As the server names it in messages: `<Limit` for a section. */
export function writtenName(item: Occurrence | Scope): string {
  if (item.type === 'occurrence') return item.node.name.value;
  return item.node === null ? '' : `<${item.node.open.name.value}`;
}
