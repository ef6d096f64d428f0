import type { Line } from './reference-parse.ts';
import type { Version } from './reference-server.ts';

/** A line with the methods of the Limit sections around it: null for all. */
export interface Masked {
  readonly line: Line;
  readonly methods: ((method: string) => boolean) | null;
}

/** What is in force. Each part null where nothing was said. */
export interface Config {
  readonly host: readonly Masked[] | null;
  readonly satisfy: readonly Masked[];
  readonly require: RequireNode | null;
  readonly merging: string | null;
  readonly auth: ReadonlyMap<string, string>;
}

export type RequireNode =
  | { readonly type: 'section'; readonly lines: readonly Masked[] }
  | { readonly type: 'all' | 'any'; readonly nodes: readonly [RequireNode, RequireNode] };

const EMPTY: Config = { host: null, satisfy: [], require: null, merging: null, auth: new Map() };

/** Sections, or configurations merged before, each merged onto what came before it. */
export function mergeSections(version: Version, parts: readonly (Line | Config)[]): Config {
  const configs = parts.map((part) => ('children' in part ? configOf(part) : part));
  return configs.reduce((outer, inner) => merge(version, outer, inner), EMPTY);
}

function configOf({ children }: Line): Config {
  const lines = masked(children, null);
  const named = (pattern: RegExp) => lines.filter(({ line }) => pattern.test(line.name));
  const host = named(/^(order|allow|deny)$/);
  const require = named(/^(require|<require(all|any|none))$/);
  const auth = named(/^auth(type|groupfile|z\w+authoritative)$/).map(
    ({ line }) => [line.name, line.args[0] ?? ''] as const,
  );
  return {
    host: host.length === 0 ? null : host,
    satisfy: named(/^satisfy$/),
    require: require.length === 0 ? null : { type: 'section', lines: require },
    merging:
      named(/^authmerging$/)
        .at(-1)
        ?.line.args[0]?.toLowerCase() ?? null,
    auth: new Map(auth),
  };
}

function masked(children: readonly Line[], methods: Masked['methods']): Masked[] {
  return children.flatMap((line): Masked[] => {
    if (!line.name.startsWith('<limit')) return [{ line, methods }];
    const isNamed = (method: string): boolean => line.args.includes(method);
    const isExcept = line.name === '<limitexcept';
    return masked(line.children, (method) => isNamed(method) !== isExcept);
  });
}

/** mod_authz_groupfile has no merge function: setting one drops the other. */
function isOfSameModule(name: string, { auth }: Config): boolean {
  const ofGroups = ['authgroupfile', 'authzgroupfileauthoritative'];
  return ofGroups.includes(name) && ofGroups.some((each) => auth.has(each));
}

function merge(version: Version, outer: Config, inner: Config): Config {
  const common = {
    host: inner.host ?? outer.host,
    satisfy: [...outer.satisfy, ...inner.satisfy],
    auth: new Map([...outer.auth].filter(([name]) => !isOfSameModule(name, inner)).concat([...inner.auth])),
  };
  if (version === '2.2') return { ...common, require: inner.require ?? outer.require, merging: null };
  return { ...common, ...mergeAuthz(outer, inner) };
}

type Authz = Pick<Config, 'require' | 'merging'>;

/** merge_authz_core_dir_config of mod_authz_core.c. */
function mergeAuthz(outer: Authz, inner: Authz): Authz {
  const { require, merging } = inner;
  const isUnset = merging === null;
  if (isUnset && require === null && outer.require !== null) {
    return { require: outer.require, merging: outer.merging };
  }
  if (isUnset || merging === 'off') return { require, merging };
  if (outer.require === null || require === null) return { require: outer.require ?? require, merging };
  return { require: { type: merging === 'and' ? 'all' : 'any', nodes: [outer.require, require] }, merging };
}
