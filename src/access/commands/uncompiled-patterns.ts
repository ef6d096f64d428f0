import { patternWords } from '../../catalog/index.ts';
import type { Occurrence, Scope } from '../../model/index.ts';
import { patternError } from '../../pattern/index.ts';

/** What either server says of a line, or of a section, whose pattern does not compile; null where it does, or that is not certain. */
export function uncompiledPattern(item: Occurrence | Scope): string | null {
  const error = patternsOf(item)
    .map(patternError)
    .find((each) => each !== null);
  return error === undefined ? null : `${complaintOf(item)} (${error})`;
}

const SECTIONS: ReadonlySet<string> = new Set([
  'directorymatch',
  'filesmatch',
  'locationmatch',
  'proxymatch',
]);

/** Its regular expressions, without the `!` of a RewriteRule. */
export function patternsOf(item: Occurrence | Scope): string[] {
  if (item.type === 'scope') return SECTIONS.has(item.kind) ? item.args.slice(0, 1) : [];
  const words = patternWords(item.name, item.args).flatMap((place) => item.args[place] ?? []);
  return item.name === 'rewriterule' || item.name === 'rewritecond'
    ? words.map((word) => word.replace(/^!/, ''))
    : words;
}

function complaintOf(item: Occurrence | Scope): string {
  if (item.type === 'scope') return 'Regex could not be compiled';
  const name = item.node.name.value;
  if (item.name.startsWith('rewrite')) return `${name}: cannot compile regular expression`;
  if (/^(?:setenvif|browsermatch)/.test(item.name)) return `${name} regex could not be compiled.`;
  return item.name.endsWith('header')
    ? 'Header regex could not be compiled'
    : 'Regular expression could not be compiled.';
}
