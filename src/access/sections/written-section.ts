import type { Guard, Scope } from '../../model/index.ts';
import type { RefusingLines } from './refusing-lines.ts';
import type { AccessSection, Form, Matcher } from './types.ts';
import type { World } from './worlds.ts';

/** A section as the tree has it. */
export class WrittenSection implements AccessSection {
  declare readonly scope: Scope;
  declare readonly matcher: Matcher;
  declare readonly server: Scope;
  declare readonly parent: AccessSection | null;
  declare readonly entries: AccessSection['entries'];
  declare readonly guards: readonly Guard[];
  declare mayBeFile?: true;
  declare hosts?: readonly Scope[];
  declare refusing?: RefusingLines;
  /** Private, so that no copy that says something else takes it over. */
  #form: Form | null = null;

  constructor(
    scope: Scope,
    matcher: Matcher,
    parent: AccessSection | null,
    entries: AccessSection['entries'],
    guards: readonly Guard[],
  ) {
    this.scope = scope;
    this.matcher = matcher;
    this.server = scope.server;
    this.parent = parent;
    this.entries = entries;
    this.guards = guards;
  }

  /** Its form in the world in which that was asked for first; null in others. A table of all sections, asked so often, takes longer. */
  formIn(world: World, make: (section: AccessSection, world: World) => Form): Form | null {
    const form = (this.#form ??= make(this, world));
    return form.world === world ? form : null;
  }
}
