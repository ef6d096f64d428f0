import { endsInTrimmingTag } from '../../syntax/index.ts';
import { flatMap } from '../../text/index.ts';

const RULE = /^\s*(?:Require|Allow|Deny)\b/;

/** Lines of which none is joined to the next one by what a template engine trims. */
export function partedLines(lines: readonly string[]): string[] {
  // `%}` where Jinja2 trims blocks, as Ansible has it.
  const mayTrim = (line: string): boolean => line.endsWith('%}') || endsInTrimmingTag(line);
  return flatMap(lines, (line) => (mayTrim(line) && RULE.test(line) ? [line, ''] : [line]));
}
