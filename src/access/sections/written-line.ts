import type { Assumptions, Guard, Occurrence, Scope } from '../../model/index.ts';
import { textFromName } from '../../syntax/index.ts';
import { untilEmpty } from '../../text/index.ts';
import type { MethodSet } from '../policy/index.ts';
import { assumedArguments, assumedRequire } from './assumed-words.ts';
import type { AccessLine, AccessSection, Form, Matcher } from './types.ts';
import { isContainer } from './types.ts';
import type { RefusingLines } from './refusing-lines.ts';
import type { World } from './worlds.ts';

/** What the lines beside one another have in common. */
export interface LineSurroundings {
  readonly methods: MethodSet;
  readonly limits: readonly Scope[];
  readonly guards: readonly Guard[];
  readonly assumptions: Assumptions;
  /** As in AccessLine. */
  readonly release?: number | undefined;
  /** What is asked of the line's own values. */
  readonly ofValues?: readonly Guard[];
}

/** What variables and templates begin with. */
const MAYBE_PUT_IN = /[$%<>{}@`|]/;

/** A line as the tree has it. Its words are read when they are asked for: what many lines say alike is asked of one of them. */
export class WrittenLine implements AccessLine {
  readonly occurrence: Occurrence;
  /** Asked for more often than all else. */
  readonly name: string;
  readonly guards: readonly Guard[];
  readonly #around: LineSurroundings;

  constructor(occurrence: Occurrence, around: LineSurroundings) {
    this.occurrence = occurrence;
    this.name = occurrence.name;
    this.guards = joinGuards(joinGuards(around.guards, occurrence.guards), around.ofValues ?? []);
    this.#around = around;
  }

  get args(): readonly string[] {
    const isHosts = this.name === 'allow' || this.name === 'deny';
    if (!isHosts) return this.occurrence.args;
    // An empty word ends them (ITERATE2, invoke_cmd of server/config.c).
    return untilEmpty(assumedArguments(this.occurrence, this.#around.assumptions));
  }

  get text(): string | undefined {
    if (this.name !== 'require') return undefined;
    return assumedRequire(this.occurrence, this.#around.assumptions) ?? undefined;
  }

  get release(): number {
    return this.#around.release ?? Infinity;
  }

  get methods(): MethodSet {
    return this.#around.methods;
  }

  get limits(): readonly Scope[] {
    return this.#around.limits;
  }

  /** The line as it stands there, from its name on, if what it says depends on nothing else; null if it does. */
  get fixedText(): string | null {
    const { file, node } = this.occurrence;
    // Any name may be a macro of m4.
    if (this.#around.assumptions.size > 0 || file.document.engine === 'm4') return null;
    const text = textFromName(node, file.source.text);
    return MAYBE_PUT_IN.test(text) ? null : text;
  }
}

/** Most lines have none of their own. */
export function joinGuards(around: readonly Guard[], own: readonly Guard[]): readonly Guard[] {
  return own.length === 0 ? around : [...around, ...own];
}

type Entries = AccessSection['entries'];

/** The entries with each line changed, those in containers, too; the same list where no line is. */
export function mapLines(entries: Entries, change: (line: AccessLine) => AccessLine): Entries {
  const changed = entries.map((entry) => {
    if (!isContainer(entry)) return change(entry);
    const children = mapLines(entry.children, change);
    return children === entry.children ? entry : { ...entry, children };
  });
  return changed.every((entry, at) => entry === entries[at]) ? entries : changed;
}

/** The same line with other words. */
export function reworded(line: AccessLine, words: Pick<AccessLine, 'args' | 'text'>): AccessLine {
  const { occurrence, name, methods, limits, guards, release = Infinity } = line;
  return { occurrence, name, methods, limits, guards, release, ...words };
}

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

/** As the server names it in messages: `<Limit` for a section. */
export function writtenName(item: Occurrence | Scope): string {
  if (item.type === 'occurrence') return item.node.name.value;
  return item.node === null ? '' : `<${item.node.open.name.value}`;
}
