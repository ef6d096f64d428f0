/** A text that 2.4 reads as an expression, and 2.2 as it stands. */
export interface ExpressionText {
  readonly argument: number;
  /** The release of 2.4 since which. */
  readonly since: string;
}

/** By the directive in lower case (server/core.c; `set_authname` and `add_authtype`, mod_authn_core.c). */
export const EXPRESSION_TEXTS: ReadonlyMap<string, ExpressionText> = new Map([
  ['errordocument', { argument: 1, since: '2.4.13' }],
  ['authname', { argument: 0, since: '2.4.55' }],
  ['authtype', { argument: 0, since: '2.4.55' }],
  ['sethandler', { argument: 0, since: '2.4.13' }],
]);
