import type { Occurrence, ServerModel } from './types.ts';
import { linesNamed } from './walk.ts';

/** A line with the RewriteCond lines before it, if it is a RewriteRule. */
export interface ConditionedLine {
  readonly line: Occurrence;
  readonly conditions: readonly Occurrence[];
}

const NONE: readonly Occurrence[] = [];

/** The RewriteRule lines of a tree, in reading order. */
export function conditionedRules(model: ServerModel): ConditionedLine[] {
  return withConditions(linesNamed(model, (name) => name === 'rewritecond' || name === 'rewriterule'));
}

/** All lines but the conditions: a RewriteRule takes those before it, whatever stands between (`cmd_rewriterule`, mod_rewrite.c). */
export function withConditions(lines: Iterable<Occurrence>): ConditionedLine[] {
  const found: ConditionedLine[] = [];
  let conditions: Occurrence[] = [];
  for (const line of lines) {
    if (line.name === 'rewritecond') conditions.push(line);
    else if (line.name === 'rewriterule') {
      found.push({ line, conditions });
      conditions = [];
    } else found.push({ line, conditions: NONE });
  }
  return found;
}
