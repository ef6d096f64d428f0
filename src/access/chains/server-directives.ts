import type { Occurrence, Scope } from '../../model/index.ts';

/** The directives of one server: its own lines and those in its Location sections; not those of its virtual hosts. */
export function* walkServerDirectives(server: Scope): Generator<Occurrence> {
  for (const item of server.items) {
    if (item.type === 'occurrence') yield item;
    else if (item.kind === 'location' || item.kind === 'locationmatch') yield* directivesOf(item);
  }
}

function* directivesOf(scope: Scope): Generator<Occurrence> {
  for (const item of scope.items) if (item.type === 'occurrence') yield item;
}
