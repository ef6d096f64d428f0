import { flatMap } from '../../text/index.ts';
/** Tags whose engine may take the line ending behind them away: `-%>`, `-}}`, PHP's, and `%}` where Jinja2 trims blocks, as Ansible has it. */
const ENDS_IN_TRIMMING_TAG = /^\s*(?:Require|Allow|Deny)\b[^]*(?:%\}|-%>|[-~]\}\}|-%\]|\?>)$/;

/** Lines of which none is joined to the next one by what a template engine trims. */
export function partedLines(lines: readonly string[]): string[] {
  return flatMap(lines, (line) => (ENDS_IN_TRIMMING_TAG.test(line) ? [line, ''] : [line]));
}
