import { joinComponents } from '../folders/paths.ts';
import { killEndAnchors } from '../addresses/index.ts';
import type { SidedSection } from './flow.ts';

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
      return `file* ${matcher.name}`;
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
    case 'proxy-wildcard':
      return `target* ${matcher.text}`;
    default:
      return `path ${joinComponents('path' in matcher ? matcher.path : [])}`;
  }
}

/** Whether an address is below this one, and not the address itself without a slash at the end. */
export function belowChoice(address: string): Choice {
  return `below ${address}`;
}
