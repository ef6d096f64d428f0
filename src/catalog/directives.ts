import data22 from './directives-2.2.json' with { type: 'json' };
import data24 from './directives-2.4.json' with { type: 'json' };
import { lazy } from './lazy.ts';
import type { ArgumentKind, CommandFlag, Context, DirectiveFacts } from './types.ts';

/** A line of the data files: what is false, empty or unknown is left out. */
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

/** All of 2.2.34, in the manual's order. */
export const directives22 = lazy(() => (data22.rows as readonly DirectiveRow[]).map(toFacts));

/** All of 2.4.71, in the manual's order. */
export const directives24 = lazy(() => (data24.rows as readonly DirectiveRow[]).map(toFacts));

const index22 = lazy(() => indexByName(directives22()));
const index24 = lazy(() => indexByName(directives24()));

/**
 * What 2.2 knows about a directive (any case), or null. `<Name` asks for the section alone, as command tables spell it;
 * `Name` finds either, and the directive where both exist.
 */
export function directive22(name: string): DirectiveFacts | null {
  return index22().get(name.toLowerCase()) ?? null;
}

/** What 2.4 knows about a directive; as directive22. */
export function directive24(name: string): DirectiveFacts | null {
  return index24().get(name.toLowerCase()) ?? null;
}

function indexByName(facts: readonly DirectiveFacts[]): ReadonlyMap<string, DirectiveFacts> {
  const index = new Map<string, DirectiveFacts>();
  for (const fact of facts) {
    const name = fact.name.toLowerCase();
    if (fact.section) index.set('<' + name, fact);
    if (!fact.section || !index.has(name)) index.set(name, fact);
  }
  return index;
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
