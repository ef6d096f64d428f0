import type { Occurrence } from '../../model/index.ts';
import { flatMap, groupBy } from '../../text/index.ts';
import type { Version } from '../sections/worlds.ts';
import type { MappingKind } from './mapping-lines.ts';
import { mappingKind, sectionAround } from './mapping-lines.ts';
import type { OpaqueLine } from './pattern-lines.ts';
import { opaqueLine } from './pattern-lines.ts';
import type { TriedLine, WrittenRule } from './read-line.ts';
import { readAliasLine, readProxyLine, readRewriteRule } from './read-line.ts';
import type { RewriteConfig } from './rewrite-config.ts';
import { readRewriteConfig } from './rewrite-config.ts';

/** How the lines of a tree are read. */
export interface LineReading {
  readonly version: Version;
  /** See `completePath`. */
  readonly complete: (path: string) => string;
}

const NONE: readonly never[] = [];
const OPAQUE: readonly MappingKind[] = ['home', 'named', 'module'];

/** The lines of one server that map addresses. Each group is read when it is first asked for, and once for all hosts that inherit it. */
export class OwnLines {
  /** In reading order. */
  readonly all: readonly Occurrence[];
  /** See `serversWithRewriting`. */
  readonly hasRewriting: boolean;
  readonly #byKind: ReadonlyMap<MappingKind | null, readonly Occurrence[]>;
  readonly #reading: LineReading;
  #proxies: readonly TriedLine[] | undefined;
  #aliases: readonly TriedLine[] | undefined;
  #scripts: readonly TriedLine[] | undefined;
  #opaque: readonly OpaqueLine[] | undefined;
  #rules: readonly WrittenRule[] | undefined;
  #rewriting: RewriteConfig | undefined;

  constructor(all: readonly Occurrence[], hasRewriting: boolean, reading: LineReading) {
    this.all = all;
    this.hasRewriting = hasRewriting;
    this.#byKind = groupBy(all, ({ name }) => mappingKind(name));
    this.#reading = reading;
  }

  /** The same without some lines. */
  without(lines: ReadonlySet<Occurrence>): OwnLines {
    if (lines.size === 0) return this;
    const left = this.all.filter((line) => !lines.has(line));
    return left.length === this.all.length ? this : new OwnLines(left, this.hasRewriting, this.#reading);
  }

  of(kind: MappingKind): readonly Occurrence[] {
    return this.#byKind.get(kind) ?? NONE;
  }

  /** ProxyPass and ProxyPassMatch. */
  get proxies(): readonly TriedLine[] {
    const { version } = this.#reading;
    return (this.#proxies ??= read(this.of('proxy'), (line) => readProxyLine(line, version)));
  }

  /** Alias and its kin. */
  get aliases(): readonly TriedLine[] {
    const { complete } = this.#reading;
    return (this.#aliases ??= read(this.of('alias'), (line) => readAliasLine(line, complete)));
  }

  /** Those of modules that are asked after mod_alias. */
  get scripts(): readonly TriedLine[] {
    const { complete } = this.#reading;
    return (this.#scripts ??= read(this.of('script'), (line) => readAliasLine(line, complete)));
  }

  /** Each RewriteRule by itself, those in Locations included. */
  get rules(): readonly WrittenRule[] {
    const lines = () => this.of('rewriting').filter(({ name }) => name === 'rewriterule');
    return (this.#rules ??= lines().map(readRewriteRule));
  }

  /** Lines that make the folder of a user's or of the host's name, or of what only a module knows. */
  get opaque(): readonly OpaqueLine[] {
    const { complete } = this.#reading;
    return (this.#opaque ??= OPAQUE.every((kind) => this.of(kind).length === 0)
      ? NONE
      : flatMap(this.all, (line) => opaqueLine(line, complete)));
  }

  /** Whether requests may name any server, which this one then asks. */
  get forwards(): boolean {
    return this.of('forward proxy').some(({ args: [word] }) => word?.toLowerCase() === 'on');
  }

  /** Rules in a Location are of the folder kind. */
  get rewriting(): RewriteConfig {
    const lines = () => this.of('rewriting').filter((line) => sectionAround(line) === null);
    return (this.#rewriting ??= readRewriteConfig(lines()));
  }
}

function read(
  lines: readonly Occurrence[],
  readLine: (line: Occurrence) => TriedLine | null,
): readonly TriedLine[] {
  return lines.length === 0 ? NONE : flatMap(lines, (line) => readLine(line) ?? []);
}
