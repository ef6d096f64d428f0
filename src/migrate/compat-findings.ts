import { describeDifference, prove } from '../access/index.ts';
import type { ProofDifference } from '../access/index.ts';
import type { ServerModel } from '../model/index.ts';
import { originalOffset } from '../patch/index.ts';
import type { PatchSet } from '../patch/index.ts';
import { groupBy, positionAt } from '../text/index.ts';
import type { Span } from '../text/index.ts';
import { TOO_MUCH_WORK, undecidedMessage } from './access-proof.ts';
import type { Finding } from './types.ts';

/** Each is about one place and one pair of answers; beyond so many the tree is better converted. */
const MOST_LISTED = 50;

/**
 * The proof of a tree whose access rules stay with mod_access_compat, which is not 2.2: one error for each place and kind of
 * difference that is left, with a request that a person can try, those that 2.4 would let in first.
 */
export function compatFindings(before: ServerModel, after: ServerModel, changes: PatchSet): Finding[] {
  const result = prove(before, after, 'exact', true);
  const asWhole: Place = { path: before.entry ?? before.serverRoot, span: null, position: null };
  if (result.type === 'proven') return [];
  if (result.type === 'undecided')
    return [makeFinding('undecided', asWhole, undecidedMessage(result.guards))];
  if (result.type === 'too-much-work') return [makeFinding('undecided', asWhole, TOO_MUCH_WORK)];
  const opened = result.differences.filter(isOpening);
  const others = result.differences.filter((each) => !isOpening(each));
  const kinds = [...groupByKind(opened), ...groupByKind(others)];
  return kinds.slice(0, MOST_LISTED).map((kind) => kindFinding(kind, placeOf(kind[0], changes) ?? asWhole));
}

function isOpening({ difference }: ProofDifference): boolean {
  return difference.after === 'pass';
}

/** Not empty. */
type Kind = readonly [ProofDifference, ...ProofDifference[]];

function groupByKind(differences: readonly ProofDifference[]): Kind[] {
  const kinds = groupBy(differences, ({ section, difference: { before, after } }) => {
    const scope = section?.scope;
    return [scope?.file.path, scope?.node?.span.start, before, after].join('\n');
  });
  return [...kinds.values()];
}

function kindFinding(kind: Kind, place: Place): Finding {
  const [first] = kind;
  const messages = new Set(kind.map((each) => describeDifference(each, null)));
  const rest = messages.size - 1;
  const others =
    rest === 0 ? '' : ` The same holds for ${rest} more ${rest === 1 ? 'kind' : 'kinds'} of request.`;
  const message = `${describeDifference(first, null)}${others} mod_access_compat is not 2.2: change the rules by hand, or run with --access require.`;
  return makeFinding(isOpening(first) ? 'opened' : 'different', place, message);
}

type Place = Pick<Finding, 'path' | 'span' | 'position'>;

/** Where the section stands in the original: it may be one of the result, whose lines stand elsewhere. */
function placeOf({ section }: ProofDifference, { files }: PatchSet): Place | null {
  if (section === null) return null;
  const { file, node } = section.scope;
  const patch = files.find(({ newPath, after }) => newPath === file.path && after === file.source.text);
  const path = patch?.path ?? file.path;
  if (node === null) return { path, span: null, position: null };
  const at = (offset: number): number => (patch === undefined ? offset : originalOffset(patch, offset));
  const span: Span = { start: at(node.open.span.start), end: at(node.open.span.end) };
  const text = patch?.before ?? file.source.text;
  return { path, span, position: positionAt(text, span.start) };
}

function makeFinding(messageId: string, { path, span, position }: Place, message: string): Finding {
  return {
    transform: 'access-proof',
    messageId,
    level: 'error',
    message,
    path,
    span,
    position,
    applicability: 'manual',
    fixTitle: null,
    applied: false,
  };
}
