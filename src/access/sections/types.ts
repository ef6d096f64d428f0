import type { Guard, Occurrence, Scope } from '../../model/index.ts';
import type { MethodSet } from '../policy/index.ts';
import type { RefusingLines } from './refusing-lines.ts';
import type { World } from './worlds.ts';
import { flatMap } from '../../text/index.ts';

/** Which requests a section can apply to. Paths are component lists; [] is the root. */
export type Matcher =
  | { readonly type: 'directory'; readonly path: readonly string[] }
  | { readonly type: 'directory-wildcard'; readonly path: readonly string[] }
  /** `isRead24`: the server before the migration is 2.4 already, where a `$` matches. */
  | { readonly type: 'directory-regex'; readonly pattern: string; readonly isRead24?: true }
  | { readonly type: 'htaccess'; readonly path: readonly string[] }
  | { readonly type: 'files'; readonly name: string }
  | { readonly type: 'files-wildcard'; readonly name: string }
  | { readonly type: 'files-regex'; readonly pattern: string }
  | {
      readonly type: 'location';
      readonly path: readonly string[];
      /** `<Location /x/>` does not match `/x` itself. */
      readonly onlyBelow: boolean;
    }
  /** The whole text is matched against the address: a slash at its end counts. */
  | { readonly type: 'location-wildcard'; readonly path: readonly string[]; readonly text: string }
  | { readonly type: 'location-regex'; readonly pattern: string }
  | { readonly type: 'proxy'; readonly text: string }
  | { readonly type: 'proxy-wildcard'; readonly text: string }
  | { readonly type: 'proxy-regex'; readonly pattern: string };

/** A directive that affects who gets in, with the methods it is limited to. */
export interface AccessLine {
  readonly occurrence: Occurrence;
  /** Lower case. */
  readonly name: string;
  readonly args: readonly string[];
  /** What is read behind the name, if it is not what is written there. */
  readonly text?: string | undefined;
  /** N of the 2.4.N that reads it, where that release reads some lines differently than the newest. */
  readonly release?: number;
  readonly methods: MethodSet;
  /** The `<Limit>` or `<LimitExcept>` scopes around it, outermost first. */
  readonly limits: readonly Scope[];
  /** Every guard on the way from the top of the configuration. */
  readonly guards: readonly Guard[];
}

/** `<RequireAll>`, `<RequireAny>`, `<RequireNone>` as they stand in a 2.4 text. */
export interface AccessContainer {
  readonly scope: Scope;
  readonly kind: 'all' | 'any' | 'none';
  readonly methods: MethodSet;
  readonly guards: readonly Guard[];
  readonly children: readonly (AccessLine | AccessContainer)[];
}

/** One section of the configuration that can apply to a request. */
export interface AccessSection {
  readonly scope: Scope;
  readonly matcher: Matcher;
  /** The main server or the virtual host it belongs to. */
  readonly server: Scope;
  /** The Directory section or .htaccess file around a Files section. */
  readonly parent: AccessSection | null;
  /** In reading order. */
  readonly entries: readonly (AccessLine | AccessContainer)[];
  readonly guards: readonly Guard[];
  /**
   * `<Directory>` with the path of what may be a file: met where that file itself is asked for, links may be followed and nothing stands behind
   * its name, and not where it is sent on account of its folder or of another file in it (`ap_directory_walk`, server/request.c).
   */
  readonly mayBeFile?: true;
  /** Of a .htaccess file that not every server reads: those that do. */
  readonly hosts?: readonly Scope[];
  /** Of a .htaccess file: the lines for which a server answers 500 below it, whatever is permitted. */
  readonly refusing?: RefusingLines;
}

/** Sections of a world that say the same, in the same words, wherever they stand: what one of them says is asked of the first. */
export interface Form {
  readonly section: AccessSection;
  readonly world: World;
  /** What each function found out of it, by its number. Tables of so many would cost the collector of garbage more than they save. */
  readonly known: unknown[];
}

/** A section that applies to all files in one folder, and to no others. */
export type FolderSection = AccessSection & { readonly matcher: { readonly type: 'directory' | 'htaccess' } };

export function isFolder(section: AccessSection): section is FolderSection {
  return section.matcher.type === 'directory' || section.matcher.type === 'htaccess';
}

/** Whether the section is a .htaccess file, or stands in one. */
export function isOfHtaccess({ matcher, parent }: AccessSection): boolean {
  return matcher.type === 'htaccess' || (parent !== null && isOfHtaccess(parent));
}

/** Whether sections of the server count for requests that reach the other: the main server's do for all. */
export function countsOn(server: Scope, reached: Scope): boolean {
  return server.kind !== 'virtualhost' || server === reached;
}

export function isContainer(entry: AccessLine | AccessContainer): entry is AccessContainer {
  return 'children' in entry;
}

/** Every guard that affects what the section's access rules are. */
export function guardsOf({ guards, entries, refusing }: AccessSection): readonly Guard[] {
  // Most lines have none of their own.
  if (refusing === undefined && standIn(entries, guards)) return guards;
  const lines = refusing === undefined ? [] : Object.values(refusing).flat();
  const isOther = (each: { readonly guards: readonly Guard[] }): boolean => each.guards !== guards;
  const others = [...flatMap(entries, withInner), ...lines].filter(isOther);
  return [...guards, ...flatMap(others, (each) => each.guards)];
}

/** With those in containers. */
export function flatLines(entries: AccessSection['entries']): readonly AccessLine[] {
  return flatMap(entries, (entry) => (isContainer(entry) ? flatLines(entry.children) : entry));
}

/** The entry, and all that stand in it. */
export function withInner(entry: AccessLine | AccessContainer): readonly (AccessLine | AccessContainer)[] {
  return isContainer(entry) ? [entry, ...flatMap(entry.children, withInner)] : [entry];
}

function standIn(entries: AccessSection['entries'], guards: readonly Guard[]): boolean {
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i]!;
    if (entry.guards !== guards) return false;
    if (isContainer(entry) && !standIn(entry.children, guards)) return false;
  }
  return true;
}
