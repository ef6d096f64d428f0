import type { Occurrence, ServerModel } from '../../model/index.ts';
import { occurrencesOf } from '../../model/index.ts';
import { rememberWeakly } from '../../text/index.ts';

/** The Require lines that 2.4 may read and that ask so. @param asks of all that stands behind `Require` */
export function linesAsking(model: ServerModel, asks: (condition: string) => boolean): Occurrence[] {
  return linesOfExpressions(model).filter(({ args }) => asks(args.join(' ')));
}

/** Nothing but an expression asks so, and most lines have none. */
const linesOfExpressions = rememberWeakly((model: ServerModel): readonly Occurrence[] =>
  occurrencesOf(model, 'require').filter(({ args, on24 }) => args.some(isOfExpression) && on24 !== 'no'),
);

function isOfExpression(word: string): boolean {
  return EXPRESSION.test(word);
}

const EXPRESSION = /^expr/i;
