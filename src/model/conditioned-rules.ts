import type { Occurrence, ServerModel } from './types.ts';
import { linesNamed } from './walk.ts';

/** A RewriteRule with the RewriteCond lines before it. */
export interface ConditionedRule {
  readonly line: Occurrence;
  readonly conditions: readonly Occurrence[];
}

/** All of a tree, in reading order. */
export function conditionedRules(model: ServerModel): ConditionedRule[] {
  const rules: ConditionedRule[] = [];
  let conditions: Occurrence[] = [];
  for (const line of linesNamed(model, (name) => name === 'rewritecond' || name === 'rewriterule')) {
    if (line.name === 'rewritecond') conditions.push(line);
    else {
      rules.push({ line, conditions });
      conditions = [];
    }
  }
  return rules;
}
