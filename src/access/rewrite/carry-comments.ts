import { groupBy } from '../../text/index.ts';
import { leadingComments } from '../../syntax/index.ts';
import type { Comment } from '../../syntax/index.ts';
import { requireLinesOf } from '../policy/index.ts';
import type { AccessLine } from '../sections/types.ts';
import { anchorLine, standsIn } from './old-lines.ts';
import type { Replacement } from './keep-equal-lines.ts';
import type { RestoreVariables } from './restore-variables.ts';
import type { NodePlace } from './node-places.ts';

/** New lines of a section, such that a comment still stands above the line that it speaks of. */
export interface Carried {
  /** Those that stand together, at the anchor, with the comments that came along. */
  readonly lines: readonly string[];
  /** The comments that came along, where they stood. */
  readonly gone: readonly NodePlace[];
  /** Lines that each take the place of an old one. */
  readonly inPlace: readonly { readonly line: string; readonly old: AccessLine }[];
}

/** An Allow or Deny line, and the new line that says the same. */
interface Match {
  readonly line: string;
  readonly at: number;
  readonly old: AccessLine;
  readonly comments: readonly Comment[];
}

/**
 * What is written above an Allow or Deny line goes with the Require line that it becomes: a comment says who lives at an
 * address. A plain list takes the place of the old one line by line; into a container the comments are taken along. What
 * stands above the first line that goes stays above all new ones.
 * @param depthOf how many levels further in than the new lines an old one stands
 */
export function carryComments(
  { lines, remove }: Replacement,
  restore: RestoreVariables,
  depthOf: (line: AccessLine) => number,
): Carried {
  const nothing = { lines, gone: NONE, inPlace: NONE };
  if (!remove.some((line) => isOfList(line) && commentsAt(line).length > 0)) return nothing;
  const matches = matchesOf(lines, remove, restore);
  if (matches.every(({ comments }) => comments.length === 0)) return nothing;
  const isPlain = lines.every((line) => line.startsWith('Require '));
  const byPlace = new Map(matches.map((match) => [match.at, match]));
  if (isPlain) {
    return {
      lines: lines.filter((_line, at) => !byPlace.has(at)),
      gone: [],
      inPlace: matches,
    };
  }
  const anchor = anchorLine(remove);
  const carried = new Map([...byPlace].filter(([, match]) => match.old !== anchor && isCarried(match)));
  return {
    lines: lines.flatMap((line, at) => [...commentsAbove(carried.get(at), depthOf), line]),
    gone: [...carried.values()].flatMap(({ old, comments }) =>
      comments.map((node) => ({ file: old.occurrence.file, node })),
    ),
    inPlace: [],
  };
}

const NONE: readonly never[] = [];

function matchesOf(
  lines: readonly string[],
  remove: readonly AccessLine[],
  restore: RestoreVariables,
): Match[] {
  const found = new Map<number, Match>();
  const anchor = anchorLine(remove);
  const lists = remove.filter(isOfList);
  const places = groupBy(
    lines.map((line, at) => ({ line, at })),
    ({ line }) => line.trimStart(),
  );
  for (const old of lists.filter((line) => isBeside(line, anchor))) {
    const requires = requireLinesOf(old.args.slice(1), old.name === 'deny').map(restore);
    const place = requires.length > 1 ? undefined : places.get(requires[0] ?? '')?.shift();
    if (place === undefined) continue;
    found.set(place.at, { ...place, old, comments: commentsAt(old) });
  }
  return [...found.values()];
}

function isOfList({ name }: AccessLine): boolean {
  return name === 'allow' || name === 'deny';
}

function commentsAt({ occurrence: { file, node } }: AccessLine): Comment[] {
  return leadingComments(file.document, node);
}

/** Outside of Limits, and in no other guards than the new lines. */
function isBeside(line: AccessLine, anchor: AccessLine | undefined): boolean {
  return line.limits.length === 0 && standsIn(anchor?.guards ?? [], line);
}

/** A comment that goes on behind a backslash has an indentation of its own: it stays. */
function isCarried({ old, comments }: Match): boolean {
  return comments.every((comment) => !textOf(comment, old).includes('\n'));
}

/** As far in as they stood, in a container too: a comment keeps its bytes. */
function commentsAbove(match: Match | undefined, depthOf: (line: AccessLine) => number): string[] {
  if (match === undefined) return [];
  const indent = '\t'.repeat(depthOf(match.old));
  return match.comments.map((each) => indent + textOf(each, match.old));
}

function textOf({ body }: Comment, { occurrence: { file } }: AccessLine): string {
  return file.source.text.slice(body.start, body.end);
}
