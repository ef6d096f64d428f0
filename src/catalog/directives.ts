import { rowsText as rowsText22 } from './data/directives-2.2.ts';
import { rowsText as rowsText24 } from './data/directives-2.4.ts';
import type { ArgumentKind, CommandFlag, Context, DirectiveFacts, OverrideClass, Place } from './types.ts';
import { editDistance, lazy, rememberWeakly } from '../text/index.ts';

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

const CLASS_OF_FLAG: Partial<Record<CommandFlag, readonly OverrideClass[]>> = {
  OR_ALL: ['AuthConfig', 'FileInfo', 'Indexes', 'Limit', 'Options'],
  OR_AUTHCFG: ['AuthConfig'],
  OR_FILEINFO: ['FileInfo'],
  OR_INDEXES: ['Indexes'],
  OR_LIMIT: ['Limit'],
  OR_OPTIONS: ['Options'],
};

/**
 * The classes of AllowOverride that permit the directive in a .htaccess file, any one of them being enough; [] if it may
 * not stand there. From the server's flags, not from the manual.
 */
export const overrideClasses = rememberWeakly(({ flags }: DirectiveFacts): readonly OverrideClass[] =>
  [...new Set(flags.flatMap((flag) => CLASS_OF_FLAG[flag] ?? []))].toSorted(),
);

/** Whether any AllowOverride permits the directive in a .htaccess file, in a section there or outside (`invoke_cmd`, server/config.c). */
export function isForHtaccess(facts: DirectiveFacts): boolean {
  return overrideClasses(facts).length > 0;
}

/**
 * Where the command table lets the directive stand (server/config.c, process_command_config and ap_process_config_tree: outside of
 * sections RSRC_CONF and the OR_ classes without AuthConfig and Limit, in sections ACCESS_CONF and all OR_ classes). A command
 * may still refuse a place by itself, as Limit does in 2.4.
 */
export function permittedPlaces(facts: DirectiveFacts): readonly Place[] {
  const classes = overrideClasses(facts);
  const places: Place[] = [];
  const atServer = (name: OverrideClass) => name !== 'AuthConfig' && name !== 'Limit';
  if (facts.flags.includes('RSRC_CONF') || classes.some(atServer)) places.push('server');
  if (facts.flags.includes('ACCESS_CONF') || classes.length > 0) places.push('directory');
  if (classes.length > 0) places.push('htaccess');
  return places;
}

/**
 * What 2.2 permits in .htaccess files by other classes of AllowOverride than 2.4, in lower case, `<name` for a section: `Substitute`
 * by any (2.4: FileInfo), Limit sections by any (2.4: Limit and AuthConfig). From the command tables of both.
 */
export const namesOfOtherClass = lazy((): ReadonlySet<string> => {
  const names = directives22().flatMap((facts) => {
    const name = `${facts.section ? '<' : ''}${facts.name.toLowerCase()}`;
    const now = directive24(name);
    const [before, after] = [facts, now].map((each) => (each === null ? [] : overrideClasses(each)));
    return now !== null && before?.join() !== after?.join() ? [name] : [];
  });
  return new Set(names);
});

/** Lower case -> as the manual spells it. */
const knownNames = lazy(
  () => new Map([...directives22(), ...directives24()].map(({ name }) => [name.toLowerCase(), name])),
);

/**
 * The directive name of 2.2 or 2.4 that the given one is probably a misspelling of: at most one slip (a letter missing, added,
 * replaced, or two swapped) per four letters and three in all. Null if none is that near or the name is right already.
 */
export function nearestDirectiveName(name: string): string | null {
  const wanted = name.replace(/^</, '').toLowerCase();
  if (directive22(wanted) ?? directive24(wanted)) return null;
  let nearest: string | null = null;
  let best = Math.min(3, Math.floor(wanted.length / 4)) + 1;
  for (const [known, spelling] of knownNames()) {
    if (Math.abs(known.length - wanted.length) >= best) continue;
    const distance = editDistance(wanted, known, best);
    if (distance < best) [nearest, best] = [spelling, distance];
  }
  return nearest;
}
