// Lines that do not lead addresses, but look at slashes within them: what they refuse, pass by or set.
import { linesNamed, readRewriteFlags, ruleStatus } from '../../model/index.ts';
import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { flatMap } from '../../text/index.ts';
import type { RewriteRule } from '../addresses/index.ts';
import {
  isNegatedRule,
  readRewriteConfig,
  REWRITE_DIRECTIVES,
  tellsSlashes,
  tellsSlashesApart,
} from '../addresses/index.ts';

/**
 * Those by which 2.4 lets in more requests when it has merged slashes: a rule refuses what a negated pattern does not fit; one
 * stands before a rule that refuses, and leads past it; one sets a variable by which somebody is let in.
 */
export function linesThatOpenMerged(model: ServerModel): Occurrence[] {
  const asked = variablesAsked(model);
  const ruleSets = rewritingByScope(model).map(([scope, lines]) => {
    const { isOn, rules } = readRewriteConfig(lines);
    // In a folder the pattern is matched against the path of a file, which has no doubled slashes.
    const asking = scope === scope.server ? rules : rules.map((rule) => ({ ...rule, pattern: '' }));
    return isOn === false ? [] : openingRules(asking, asked);
  });
  return [...ruleSets.flat(), ...settingLines(model, asked)];
}

function rewritingByScope(model: ServerModel): [Scope, Occurrence[]][] {
  const names: readonly string[] = REWRITE_DIRECTIVES;
  const isRead = (item: Occurrence | Scope): item is Occurrence =>
    item.type === 'occurrence' && names.includes(item.name) && item.on24 !== 'no';
  const scopes = new Set(
    linesReadBy24(model, 'rewriterule')
      .filter(mayOpen)
      .map(({ scope }) => scope),
  );
  return [...scopes].map((scope) => [scope, scope.items.filter(isRead)]);
}

/** Whether the rule refuses, or sets a variable: where none does, none opens anything. */
function mayOpen({ args: [, target = '-', text = ''] }: Occurrence): boolean {
  const flags = readRewriteFlags(text);
  return flags.has('E') || isRefusing({ flags, target });
}

function openingRules(rules: readonly RewriteRule[], asked: VariablesAsked): Occurrence[] {
  const lastRefusing = rules.findLastIndex(isRefusing);
  return flatMap(rules, (rule, at) => {
    if (!tellsSlashes(rule)) return NONE;
    const isNegated = isNegatedRule(rule);
    const isLost = isRefusing(rule) ? isNegated : at < lastRefusing && leadsPast(rule);
    const sets = (rule.flags.get('E') ?? []).some((text) => asked.opens(text.replace(/:.*/s, ''), isNegated));
    return isLost || sets ? [rule.line] : NONE;
  });
}

function isRefusing({ flags, target }: Pick<RewriteRule, 'flags' | 'target'>): boolean {
  return (ruleStatus(flags, target) ?? 0) >= 400;
}

function leadsPast({ flags, target }: RewriteRule): boolean {
  return target !== '-' || ['L', 'S', 'C', 'P', 'PT', 'R'].some((flag) => flags.has(flag));
}

/** `SetEnvIf Request_URI` in a section or a .htaccess file: those of a server are asked before slashes are merged (mod_setenvif.c). */
function settingLines(model: ServerModel, asked: VariablesAsked): Occurrence[] {
  return linesReadBy24(model, 'setenvif', 'setenvifnocase').filter(
    ({ scope, args: [attribute = '', pattern = '', ...set] }) =>
      scope !== scope.server &&
      /^request_uri$/i.test(attribute) &&
      tellsSlashesApart(pattern) &&
      set.some((text) => asked.opens(text.replace(/=.*/s, ''), false)),
  );
}

/** @param names lower case */
export function linesReadBy24(model: ServerModel, ...names: readonly string[]): Occurrence[] {
  return linesNamed(
    model,
    (name) => names.includes(name),
    ({ on24 }) => on24 !== 'no',
  );
}

const NONE: readonly Occurrence[] = [];

interface VariablesAsked {
  /** Whether somebody may be let in since `name` is set, or `!name` is unset, for more requests; or for fewer. */
  opens(text: string, isForFewer: boolean): boolean;
}

/** All lines are looked at when the first variable is asked about: in most trees none is. */
function variablesAsked(model: ServerModel): VariablesAsked {
  let known: ReturnType<typeof variablesOfLines> | null = null;
  return {
    opens(text, isForFewer) {
      const { whereSet, whereUnset } = (known ??= variablesOfLines(model));
      const isUnset = text.startsWith('!');
      return (isUnset === isForFewer ? whereSet : whereUnset).has(isUnset ? text.slice(1) : text);
    },
  };
}

/** The variables by which somebody is let in where they are set, and where they are not. */
function variablesOfLines(model: ServerModel) {
  const [whereSet, whereUnset] = [new Set<string>(), new Set<string>()];
  for (const { name, args } of linesReadBy24(model, 'allow', 'deny')) {
    for (const arg of args) {
      const [, not, variable] = /^env=(!?)(.+)$/i.exec(arg) ?? [];
      if (variable !== undefined) ((name === 'allow') === (not === '') ? whereSet : whereUnset).add(variable);
    }
  }
  return { whereSet, whereUnset };
}
