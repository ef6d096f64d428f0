import { rowsText as rowsText22 } from './data/directives-2.2.ts';
import { rowsText as rowsText24 } from './data/directives-2.4.ts';
import { lazy } from './lazy.ts';
import type { ArgumentKind, CommandFlag, Context, DirectiveFacts } from './types.ts';

/** A row of the data: what is false, empty or unknown is left out. */
interface DirectiveRow {
  readonly name: string;
  readonly section?: boolean;
  readonly module: string;
  /** One letter each: s v d h p. */
  readonly contexts?: string;
  readonly override?: string;
  readonly flags?: string;
  readonly args?: string;
  readonly default?: string;
  readonly defaultDependsOn?: string;
  readonly since?: string;
  readonly status: string;
  readonly tables?: string;
  readonly deprecated?: boolean;
  readonly undocumented?: boolean;
  readonly absent?: boolean;
  readonly discrepancy?: { readonly manual: string; readonly server: string };
}

const CONTEXTS: Readonly<Record<string, Context>> = {
  s: 'server config',
  v: 'virtual host',
  d: 'directory',
  h: '.htaccess',
  p: 'proxy section',
};

const book22 = lazy(() => new DirectiveBook(rowsText22));
const book24 = lazy(() => new DirectiveBook(rowsText24));

/** All of 2.2.34, in the manual's order. */
export const directives22 = lazy(() => book22().all());

/** All of 2.4.71, in the manual's order. */
export const directives24 = lazy(() => book24().all());

/**
 * What 2.2 knows about a directive (any case), or null. `<Name` asks for the section alone, as command tables spell it;
 * `Name` finds either, and the directive where both exist.
 */
export function directive22(name: string): DirectiveFacts | null {
  return book22().find(name);
}

/** What 2.4 knows about a directive; as directive22. */
export function directive24(name: string): DirectiveFacts | null {
  return book24().find(name);
}

/** Whether 2.2 or 2.4 knows a directive of that name, as it is looked up in either. */
export function isDirective(name: string): boolean {
  return book22().has(name) || book24().has(name);
}

/** One version's rows by name, each made into facts when it is first asked for. */
class DirectiveBook {
  readonly #rows: readonly DirectiveRow[];
  readonly #index = new Map<string, DirectiveRow>();
  readonly #facts = new Map<DirectiveRow, DirectiveFacts>();

  constructor(rowsText: string) {
    this.#rows = JSON.parse(rowsText) as readonly DirectiveRow[];
    for (const row of this.#rows) {
      const name = row.name.toLowerCase();
      if (row.section) this.#index.set('<' + name, row);
      if (!row.section || !this.#index.has(name)) this.#index.set(name, row);
    }
  }

  all(): readonly DirectiveFacts[] {
    return this.#rows.map((row) => this.#read(row));
  }

  has(name: string): boolean {
    return this.#index.has(name.toLowerCase());
  }

  find(name: string): DirectiveFacts | null {
    const row = this.#index.get(name.toLowerCase());
    return row ? this.#read(row) : null;
  }

  #read(row: DirectiveRow): DirectiveFacts {
    const facts = this.#facts.get(row) ?? toFacts(row);
    this.#facts.set(row, facts);
    return facts;
  }
}

function toFacts(row: DirectiveRow): DirectiveFacts {
  return {
    name: row.name,
    section: row.section ?? false,
    module: row.module,
    contexts: [...(row.contexts ?? '')].flatMap((letter) => CONTEXTS[letter] ?? []),
    override: row.override ?? null,
    flags: words(row.flags) as readonly CommandFlag[],
    argumentKind: (row.args as ArgumentKind | undefined) ?? null,
    default: row.default ?? null,
    defaultDependsOn: row.defaultDependsOn ?? null,
    since: row.since ?? null,
    status: row.status,
    sourceFiles: words(row.tables),
    deprecated: row.deprecated ?? false,
    documented: !row.undocumented,
    inServer: !row.absent,
    discrepancy: row.discrepancy ?? null,
  };
}

function words(text: string | undefined): readonly string[] {
  return text ? text.split(' ') : [];
}
