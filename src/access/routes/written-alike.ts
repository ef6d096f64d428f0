import { outOfLimits } from '../../model/index.ts';
import type { Occurrence } from '../../model/index.ts';
import { asksOtherwise, namesNewVariables } from './rewrite-lines.ts';

/**
 * Whether lines of two trees are the same texts, one by one, and both versions read in them the same: then they mean the same, without a look
 * at what.
 */
export function isWrittenAlike(before: readonly Occurrence[], after: readonly Occurrence[]): boolean {
  return (
    before.length === after.length &&
    before.every((line, at) => isSameText(line, after[at] as Occurrence) && isReadAlike(line))
  );
}

function isSameText(one: Occurrence, other: Occurrence): boolean {
  if (one.name !== other.name) return false;
  if (one.expanded === null && other.expanded === null) return textOf(one) === textOf(other);
  const [words, others] = [one.args, other.args];
  return words.length === others.length && words.every((word, at) => word === others[at]);
}

function textOf({ file, node: { span } }: Occurrence): string {
  return file.source.text.slice(span.start, span.end);
}

/** By no version's own rule: of what is put in (`&`, `\`), of tests and names that 2.4 alone has, of the order of lines in sections. */
function isReadAlike(line: Occurrence): boolean {
  const { name, args, scope } = line;
  if (outOfLimits(scope) !== scope.server) return false;
  if (name === 'rewritecond') return !asksOtherwise(args);
  if (name === 'rewriterule') return !namesNewVariables(args.slice(1));
  if (name === 'directoryindex') return !args.some((arg) => arg.toLowerCase() === 'disabled');
  return !/match$|^proxypass$/.test(name) || !args.some((arg) => /[&\\]/.test(arg));
}
