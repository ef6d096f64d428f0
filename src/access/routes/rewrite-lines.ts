import type { ConditionedLine, Occurrence } from '../../model/index.ts';
import { readRewriteFlags, ruleStatus, withConditions, withoutNewVariables } from '../../model/index.ts';
import { flatMap } from '../../text/index.ts';
import { readComparison } from '../addresses/index.ts';
import type { Version } from '../sections/worlds.ts';
import { canonicalPattern, canonicalTest } from './route-line.ts';
import type { RouteReading } from './canonical-line.ts';
import type { RouteLine } from './route-line.ts';

export function isRewriting({ name }: Pick<Occurrence, 'name'>): boolean {
  return /^rewrite(?:engine|options|base|cond|rule|map)$/.test(name);
}

/** Whether rules count: said so, or not; null: as around. */
export function engineOf(lines: readonly Occurrence[]): boolean | null {
  const engine = lines.findLast(({ name }) => name === 'rewriteengine');
  return engine === undefined ? null : engine.args[0]?.toLowerCase() === 'on';
}

/**
 * RewriteEngine of a section that has no rules of its own: the rules around do not count in it (`config_perdir_merge`), and where it is off
 * in a Location, neither do those of the server (`hook_uri2file`, mod_rewrite.c).
 */
export function engineLines(lines: readonly Occurrence[]): RouteLine[] {
  const line = lines.findLast(({ name }) => name === 'rewriteengine');
  if (line === undefined) return [];
  const key = `rewriteengine ${engineOf([line]) === true ? 'on' : 'off'}`;
  return [{ line, list: 'rewrite', role: 'leads', key }];
}

/**
 * The rewriting lines of one server or section, in order. Each rule has its conditions in its key. None where the engine is off.
 * @param lines the lines of mod_rewrite
 * @param around whether the engine is on where nothing is said; null: not known
 */
export function rewriteLines(
  lines: readonly Occurrence[],
  reading: RouteReading,
  around: boolean | null,
): RouteLine[] {
  const isOn = engineOf(lines) ?? around;
  if (isOn === false) return [];
  const found = flatMap(withConditions(lines), (each) =>
    each.line.name === 'rewriterule' ? ruleLine(each, reading) : settingLine(each.line),
  );
  return isOn === null ? found.map((line) => ({ ...line, key: `if on: ${line.key}` })) : found;
}

/** RewriteBase and the option to inherit say where rules lead; RewriteMap, what they make. */
function settingLine(line: Occurrence): RouteLine[] {
  const { name, args } = line;
  if (name === 'rewriteengine') return [];
  const words = name === 'rewriteoptions' ? args.filter((arg) => /inherit/i.test(arg)) : args;
  if (words.length === 0) return [];
  const key = [name, ...words].join(' ');
  return [{ line, list: 'rewrite', role: 'leads', key, hasEffectOnNext: true }];
}

/** Flags that have no say in where a request is led, or that 2.4 wants to do what 2.2 did. */
const SILENT: ReadonlySet<string> = new Set(
  (
    'E CO COOKIE T TYPE H HANDLER NS NC NE NOESCAPE QSD QSDISCARD QSA QSAPPEND QSL QSLAST ' +
    'B BNP BCTLS BNE UNSAFEALLOW3F UNSAFEPREFIXSTAT UNC'
  ).split(' '),
);

function ruleLine({ line, conditions }: ConditionedLine, reading: RouteReading): RouteLine[] {
  const { version } = reading;
  const [written = '', ...rest] = line.args;
  const [target = '-', flagText = ''] = rest.map((word) => asRead(word, version));
  const flags = readRewriteFlags(flagText);
  const isNegated = written.startsWith('!');
  const plain = isNegated ? written.slice(1) : written;
  const status = ruleStatus(flags, target);
  const isRefusal = status !== null && status >= 400;
  const hasGroups = !isRefusal && /\$\d/.test(target);
  const pattern = [
    isNegated ? '!' : '',
    flags.has('NC') ? '(?i)' : '',
    hasGroups || conditions.some(({ args }) => /\$\d/.test(args[0] ?? ''))
      ? canonicalPattern(plain)
      : canonicalTest(plain),
  ].join('');
  const loud = [...flags].flatMap(([name, values]) =>
    SILENT.has(name) || isImplied(name, status) ? [] : [[name, ...values.filter(Boolean)].join('=')],
  );
  // Without any of these it does nothing but set variables.
  if (target === '-' && status === null && loud.length === 0) return [];
  const asked = conditions.map((condition) => conditionText(condition, reading));
  const made = isRefusal ? [`refused ${status}`] : [target, ...loud.toSorted()];
  return [
    {
      line,
      list: 'rewrite',
      role: roleOf(status),
      key: ['rewriterule', ...asked, pattern, ...made, ...(isRefusal ? loud.toSorted() : [])].join(' '),
      hasEffectOnNext: hasEffectOnNext(target, flags, status),
    },
  ];
}

/** What is answered at once is led nowhere: [END] ends the rules as [L] does. */
function isImplied(flag: string, status: number | null): boolean {
  if (status === null) return false;
  return flag === 'END' || (status >= 400 && /^(?:F|G|R|L)$/.test(flag));
}

function roleOf(status: number | null): RouteLine['role'] {
  if (status === null) return 'leads';
  return status >= 400 ? 'refuses' : 'answers';
}

/** Whether it decides what the rules behind it see, or whether they are tried. */
function hasEffectOnNext(
  target: string,
  flags: ReadonlyMap<string, readonly string[]>,
  status: number | null,
): boolean {
  if (['C', 'S', 'N'].some((name) => flags.has(name))) return true;
  const isLast = ['L', 'P', 'PT'].some((name) => flags.has(name));
  return status === null && isLast === (target === '-');
}

/** A text with its variables, as that version takes it. */
function asRead(text: string, version: Version): string {
  return version === '2.2' ? withoutNewVariables(text) : text;
}

/** Tests that 2.4 has and 2.2 took for patterns, or for another text. */
const TESTS_OF_24 = /^!?(?:-(?:(?:eq|ge|gt|le|lt|ne).|[hL]$)|[<>]=)/s;

function isExpression(test: string): boolean {
  return test.toLowerCase() === 'expr';
}

/** Whether a RewriteCond of these words asks 2.4 something else than 2.2. */
export function asksOtherwise([test = '', pattern = '', flags = '']: readonly string[]): boolean {
  const isOtherCase = /^!?[<>]/.test(pattern) && /\b(?:NC|nocase)\b/i.test(flags);
  return isExpression(test) || TESTS_OF_24.test(pattern) || isOtherCase || namesNewVariables([test]);
}

/** Whether 2.4 puts in what 2.2 does not know. */
export function namesNewVariables(words: readonly string[]): boolean {
  return words.some((word) => withoutNewVariables(word) !== word);
}

/** What holds the path of a file. */
const OF_FILES = /%\{(?:REQUEST_FILENAME|SCRIPT_FILENAME|DOCUMENT_ROOT)\}/i;

function conditionText({ args }: Occurrence, { version, pattern: called }: RouteReading): string {
  const [test = '', written = '', flagText = ''] = args;
  const pattern = called !== undefined && OF_FILES.test(test) ? called(written) : written;
  const flags = readRewriteFlags(flagText);
  return [
    ...askedTexts(test, pattern, version),
    (flags.has('NC') || flags.has('NOCASE')) && !isDeadCase(pattern, version) ? 'NC' : '',
    flags.has('OR') || flags.has('ORNEXT') ? 'OR' : 'AND',
  ].join(' ');
}

/** What is asked of what, in the same words for the same question. */
function askedTexts(test: string, written: string, version: Version): string[] {
  const asked =
    version === '2.4' && isExpression(test) ? '2.4:expr' : asRead(test, version).replace(/\\([a-z])/gi, '$1');
  const isNegated = written.startsWith('!');
  const pattern = isNegated ? written.slice(1) : written;
  const comparison = readComparison(pattern, version);
  if (comparison !== null) {
    const { operator, text } = comparison;
    // A letter that both begin with has no effect.
    const isShared = /^[a-z]/i.test(asked) && asked[0] === text[0];
    const from = isShared ? 1 : 0;
    const not = comparison.isNegated === isNegated ? '' : '!';
    return [asked.slice(from), `${not}${operator} ${text.slice(from)}`];
  }
  if (version === '2.4' && TESTS_OF_24.test(pattern)) return [asked, `2.4:${written}`];
  return [asked, (isNegated ? '!' : '') + canonicalPattern(pattern)];
}

/** To less and greater of 2.2 the case of letters counts, [NC] or not. */
function isDeadCase(written: string, version: Version): boolean {
  return version === '2.2' && /^!?[<>]/.test(written);
}
