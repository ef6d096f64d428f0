import { describeDifference, prove } from '../access/index.ts';
import type { ServerModel } from '../model/index.ts';
import { positionAt } from '../text/index.ts';
import type { AnswerDifference, MigrateOptions } from './types.ts';

/** More than these are not listed: the first ones show what is wrong. */
const MOST_LISTED = 20;

export const UNDECIDED =
  'Access rules stand inside of too many IfModule, IfDefine or IfVersion tests that depend on the server, so it cannot be shown that the same people get in. Give -D names, or convert these rules by hand.';

/**
 * The proof that 2.4 lets in the same people to the migrated tree as 2.2 did to the original, as refusals: [] where it holds.
 */
export function proveAccess(
  before: ServerModel,
  after: ServerModel,
  { semantics }: MigrateOptions,
): AnswerDifference[] {
  const result = prove(before, after, semantics);
  if (result.type === 'proven') return [];
  if (result.type === 'undecided') {
    return [{ path: before.entry ?? before.serverRoot, position: null, message: UNDECIDED }];
  }
  const listed = new Map<string, AnswerDifference>();
  for (const each of result.differences) {
    const scope = each.section?.scope;
    const message = describeDifference(each);
    listed.set(message, {
      path: scope?.file.path ?? before.entry ?? before.serverRoot,
      position: scope?.node ? positionAt(scope.file.source.text, scope.node.span.start) : null,
      message,
    });
    if (listed.size === MOST_LISTED) break;
  }
  return [...listed.values()];
}
