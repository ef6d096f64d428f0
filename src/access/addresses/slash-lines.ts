import type { Occurrence, ServerModel } from '../../model/index.ts';
import { linesNamed, ruleStatus } from '../../model/index.ts';
import type { MappingKind } from './mapping-lines.ts';
import { mappingKind, sectionAround, sectionPrefix } from './mapping-lines.ts';
import type { Fitting } from './pattern-lines.ts';
import { fittingPattern } from './pattern-lines.ts';
import type { RewriteRule } from './rewrite-config.ts';
import { tellsSlashesApart } from './slash-patterns.ts';
import type { TriedLines } from './tried-lines.ts';

/** A line that may fit `/a/b` and not `/a//b`, or the other way round. */
export interface SlashLine extends Fitting {
  readonly line: Occurrence;
  /** Answers with a redirect, before any access rule is asked. */
  readonly redirects: boolean;
  /** Whether it may be the merged address that does not fit. */
  readonly isNegated: boolean;
}

/** Every line with a pattern by which a server may have such a line, wherever it stands. All others are told at a look. */
export function slashPatternLines(model: ServerModel): Occurrence[] {
  return linesNamed(
    model,
    (name) => WITH_PATTERNS.has(mappingKind(name)),
    (line) => patternsIn(line).some(tellsSlashesApart),
  );
}

/** Lines of no other kind are read as patterns (`slashLines`). */
const WITH_PATTERNS: ReadonlySet<MappingKind | null> = new Set([
  'alias',
  'script',
  'proxy',
  'redirect',
  'rewriting',
]);

/** The words that may be patterns for addresses. */
function patternsIn(line: Occurrence): readonly string[] {
  const { name, args } = line;
  if (name === 'rewriterule') return args.slice(0, 1);
  if (name === 'rewritecond') return args.slice(1, 2);
  const section = sectionAround(line);
  const isPattern = name.endsWith('match') || args[0] === '~' || section?.kind === 'locationmatch';
  return isPattern ? [...sectionPrefix(section), ...args] : NONE;
}

const NONE: readonly string[] = [];

/** Those by which one server leads addresses. */
export function slashLines({ proxies, aliases, redirects, rewriting }: TriedLines): SlashLine[] {
  const leading = [...proxies, ...aliases].flatMap((each) =>
    each.type === 'pattern' ? [{ line: each.line, pattern: each.pattern, redirects: false }] : [],
  );
  const answering = redirects.flatMap(({ line, isPattern, from, status }) =>
    isPattern && status < 400 ? [{ line, pattern: from, redirects: true }] : [],
  );
  return [
    ...[...leading, ...answering].flatMap(({ pattern, ...line }) =>
      tellsSlashesApart(pattern) ? [{ ...line, ...fittingPattern(pattern), isNegated: false }] : [],
    ),
    ...(rewriting.isOn === true ? rewriting.rules.filter(tellsSlashes).flatMap(ruleLine) : []),
  ];
}

/** Whether the rule, or one of its conditions, looks at slashes within the address. */
export function tellsSlashes({ pattern, conditions }: RewriteRule): boolean {
  return tellsSlashesApart(pattern) || conditions.some(asksAddress);
}

/** Whether the merged address may not fit where the other one does. */
export function isNegatedRule({ pattern, isNegated, conditions }: RewriteRule): boolean {
  return (
    (isNegated && tellsSlashesApart(pattern)) ||
    conditions.some((each) => each.isNegated && asksAddress(each))
  );
}

/** %{THE_REQUEST} is what the client sent, on both servers. */
function asksAddress({ test, pattern }: RewriteRule['conditions'][number]): boolean {
  return (
    /%\{(?:REQUEST_URI|REQUEST_FILENAME|SCRIPT_FILENAME|SCRIPT_URL)\}/i.test(test) &&
    tellsSlashesApart(pattern)
  );
}

function ruleLine(rule: RewriteRule): SlashLine[] {
  const { line, pattern, isNegated, flags, target } = rule;
  const status = ruleStatus(flags, target);
  const isRefusing = status !== null && status >= 400;
  if (isRefusing || (target === '-' && !flags.has('P') && status === null)) return [];
  return [
    {
      line,
      ...fittingPattern(isNegated ? `!${pattern}` : pattern, flags.has('NC')),
      redirects: status !== null,
      isNegated: isNegatedRule(rule),
    },
  ];
}
