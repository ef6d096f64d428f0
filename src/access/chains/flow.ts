import type { Scope } from '../../model/index.ts';
import type { AccessSection } from '../sections/types.ts';
import { joinComponents } from '../folders/paths.ts';
import { killEndAnchors } from '../addresses/index.ts';
import { escapePattern } from '../../pattern/index.ts';

/** A section with the side of a comparison it belongs to; in a rewrite every section is on both. */
export interface SidedSection {
  readonly section: AccessSection;
  readonly side: 'before' | 'after' | 'both';
}

/**
 * A section that may be merged for a request of a flow. It is if all its choices hold: each names a pattern whose
 * match depends on the request; one name has one answer throughout the flow. Without choices it always is.
 */
export interface FlowEvent extends SidedSection {
  readonly choices: readonly string[];
  /** What the section names, as `joinComponents` writes it: the folder of a Directory or .htaccess file, the address of a Location; null of patterns. */
  readonly path: string | null;
  readonly order: readonly number[];
}

/**
 * Requests that meet the same sections but for choices: those of one server for one region of addresses or folders and
 * one file name (or any other). Its states begin with those its inputs end with, or with the empty
 * configuration where it has none.
 */
export interface Flow {
  readonly inputs: readonly Flow[];
  /** In merge order. */
  readonly events: readonly FlowEvent[];
  /** Whether a request can be answered with what this flow ends with; else it only feeds others. */
  readonly isFinal: boolean;
  /** For people: where these requests go. */
  readonly about: FlowSubject;
  /** How far it was gone through, kept for whoever did so last: a large tree has too many flows for a table of them. */
  progress?: FlowProgress | undefined;
}

/** What only its owner knows more of. */
export interface FlowProgress {
  readonly owner: object;
}

export interface FlowSubject {
  /** The server these requests reach. */
  readonly server: Scope;
  readonly address: string | null;
  /** Where two trees lead the address to different places: that of the second. */
  readonly folder: string | null;
  /** Then the folder of the first, or the address that it is proxied to ('' for one that is not known). */
  readonly ledTo?: { readonly folder: string } | { readonly proxied: string };
  /** Where they are proxied: what each URL begins with, whole components; unset where that is not known. */
  readonly proxied?: string;
  readonly fileName: string | null;
  /** The file names that have flows of their own in this folder on this server: `fileName` null is none of these. */
  readonly fileNames: ReadonlySet<string>;
  /** The deepest folder with rules of its own that these files are in; null where no file is meant (proxies). */
  readonly region: string | null;
  /** All folders that have flows of their own on this server. */
  readonly regions: ReadonlySet<string>;
  /** All addresses that have flows of their own on this server; empty where the address is not told apart. */
  readonly addresses: ReadonlySet<string>;
  /** Whether a pattern, as the choice of a section for folders on this server has it, is meant for other folders (`RootedPattern`). */
  readonly isMeantElsewhere?: (pattern: string, folder: string) => boolean;
}

/**
 * A pattern whose match depends on the request, as one name: sections with the same pattern match together. The word before
 * the blank says what the pattern is matched against.
 */
export type Choice = string;

/** Choices made on the way through a flow. */
export type Choices = ReadonlyMap<Choice, boolean>;

/** Whether a `$` never matches, as in DirectoryMatch of 2.2 (REG_NOTEOL, server/request.c). */
export function hasDeadEnd({ section: { matcher }, side }: SidedSection): boolean {
  return side !== 'after' && !(matcher.type === 'directory-regex' && matcher.isRead24 === true);
}

/** A `$` that is dead (2.2's DirectoryMatch) and one that was written dead are the same pattern. */
export function choiceOf(sided: SidedSection): Choice {
  const { matcher } = sided.section;
  switch (matcher.type) {
    case 'directory-regex':
      return `path ${hasDeadEnd(sided) ? killEndAnchors(matcher.pattern) : matcher.pattern}`;
    case 'files-regex':
      return `file ${matcher.pattern}`;
    case 'files-wildcard':
      return wildcardChoice(matcher.name);
    case 'directory':
      return `walk ${joinComponents(matcher.path)}`;
    case 'directory-wildcard':
      return `path* ${joinComponents(matcher.path)}`;
    case 'location':
      return belowChoice(joinComponents(matcher.path));
    case 'location-wildcard':
      return `address* ${matcher.text}`;
    case 'location-regex':
      return `address ${matcher.pattern}`;
    case 'proxy-regex':
      return `target ${matcher.pattern}`;
    case 'proxy':
      return `target ^${escapePattern(matcher.text)}`;
    case 'proxy-wildcard':
      return `target* ${matcher.text}`;
    default:
      return `path ${joinComponents('path' in matcher ? matcher.path : [])}`;
  }
}

/** What is matched against the request. */
export function patternOfChoice(choice: Choice): string {
  return choice.slice(choice.indexOf(' ') + 1);
}

/** `<Files ".ht*">` is the `<FilesMatch "^\.ht">` that stands beside it on many servers. */
function wildcardChoice(name: string): Choice {
  const start = /^([^*?[\\]+)\*$/.exec(name)?.[1];
  return start === undefined ? `file* ${name}` : `file ^${escapePattern(start)}`;
}

/** Whether a section is for the folders that a pattern or a wildcard matches. */
export function isOfFolders({ section: { matcher } }: SidedSection): boolean {
  return matcher.type === 'directory-regex' || matcher.type === 'directory-wildcard';
}

/** Whether an address is below this one, and not the address itself without a slash at the end. */
export function belowChoice(address: string): Choice {
  return `below ${address}`;
}
