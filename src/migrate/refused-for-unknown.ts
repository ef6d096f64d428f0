import type { ServerModel, Unknown } from '../model/index.ts';
import { positionAt } from '../text/index.ts';
import type { AnswerDifference } from './types.ts';

/** A Windows server is not written either as long as one folder is compared as two, or drives are not known. */
export function refusedForSpelling({ files }: ServerModel, unknowns: readonly Unknown[]): AnswerDifference[] {
  const spelled = unknowns.filter(({ kind }) => kind === 'spelling');
  return spelled.map(({ path, offset, message }) => {
    const text = files.get(path)?.source.text;
    const position = text === undefined || offset === null ? null : positionAt(text, offset);
    return { path, position, message, isUndecided: true };
  });
}

/**
 * A whole server whose access rules depend on values that are not known is not written: half of it would be 2.4's. A template or a part
 * of a server is: what is right for every value is done, the rules stay, and an error names each.
 */
export function refusedForUnknown(
  { kind, entry, serverRoot, unknowns }: ServerModel,
  rules: readonly Unknown[],
): AnswerDifference[] {
  const values = new Set(
    [...unknowns, ...rules].filter((each) => each.kind === 'value').map(({ subject }) => subject),
  );
  if (kind !== 'server' || values.size === 0) return [];
  const named = new Intl.ListFormat('en').format(values);
  const message = `Who gets in depends on ${named}: without ${values.size === 1 ? 'its value' : 'their values'} the access rules can't be written as Require, and a server with half of them would not start. Give --env NAME=VALUE, or --env-file FILE.`;
  return [{ path: entry ?? serverRoot, position: null, message, isUndecided: true }];
}
