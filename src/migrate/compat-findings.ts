import { describeDifference, prove } from '../access/index.ts';
import type { ProofDifference } from '../access/index.ts';
import type { ServerModel } from '../model/index.ts';
import { groupBy, positionAt } from '../text/index.ts';
import { TOO_MUCH_WORK, undecidedMessage } from './access-proof.ts';
import type { Finding } from './types.ts';

/** Each is about one place and one pair of answers; beyond so many the tree is better converted. */
const MOST_LISTED = 50;

/**
 * The proof of a tree whose access rules stay with mod_access_compat, which is not 2.2: one error for each place and kind of
 * difference that is left, with a request that a person can try, those that 2.4 would let in first.
 */
export function compatFindings(before: ServerModel, after: ServerModel): Finding[] {
  const result = prove(before, after, 'exact', true);
  if (result.type === 'proven') return [];
  if (result.type === 'undecided')
    return [makeFinding('undecided', before, null, undecidedMessage(result.guards))];
  if (result.type === 'too-much-work') return [makeFinding('undecided', before, null, TOO_MUCH_WORK)];
  const opened = result.differences.filter(isOpening);
  const others = result.differences.filter((each) => !isOpening(each));
  const kinds = [...groupByKind(opened), ...groupByKind(others)];
  return kinds.slice(0, MOST_LISTED).map((kind) => kindFinding(kind, before));
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

function kindFinding(kind: Kind, before: ServerModel): Finding {
  const [first] = kind;
  const messages = new Set(kind.map((each) => describeDifference(each, null)));
  const others = messages.size === 1 ? '' : ` The like holds for ${messages.size - 1} more kinds of request.`;
  const message = `${describeDifference(first, null)}${others} mod_access_compat is not 2.2: change the rules by hand, or run with --access require.`;
  return makeFinding(isOpening(first) ? 'opened' : 'different', before, first.section, message);
}

function makeFinding(
  messageId: string,
  { entry, serverRoot }: ServerModel,
  section: ProofDifference['section'],
  message: string,
): Finding {
  const { file, node } = section?.scope ?? { file: null, node: null };
  return {
    transform: 'access-proof',
    messageId,
    level: 'error',
    message,
    path: file?.path ?? entry ?? serverRoot,
    span: node?.open.span ?? null,
    position: file && node ? positionAt(file.source.text, node.span.start) : null,
    applicability: 'manual',
    fixTitle: null,
    applied: false,
  };
}
