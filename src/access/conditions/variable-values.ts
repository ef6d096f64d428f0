import type { Occurrence, ServerModel } from '../../model/index.ts';
import { linesNamed, readRewriteFlags } from '../../model/index.ts';
import { hasPlaceholder } from '../../syntax/index.ts';
import { variablesSet } from '../sections/variables.ts';
import type { ExpressionValue } from './evaluate-expression.ts';
import { evaluateExpression } from './evaluate-expression.ts';
import type { Test } from './expression-tree.ts';

/** The values that a variable may have where it is set, as lines of the tree give them; null: it may have others. */
export type VariableValues = (name: string) => ReadonlySet<string> | null;

/** Of the lines that set variables before access is checked, and those of mod_env, which files asked for within a request meet. */
export function variableValues(model: ServerModel): VariableValues {
  const known = new Map<string, Set<string> | null>();
  const add = (name: string, value: string | null): void => {
    const key = name.toLowerCase();
    const values = known.get(key);
    if (value === null || values === null) known.set(key, null);
    else known.set(key, (values ?? new Set()).add(value));
  };
  let isAnyMade = false;
  for (const line of linesNamed(model, (name) => SETTERS.test(name))) {
    const given = givenBy(line);
    if (given === null) isAnyMade = true;
    else for (const [name, value] of given) add(name, value);
  }
  return (name) => (isAnyMade || SET_BY_MODULES.test(name) ? null : (known.get(name.toLowerCase()) ?? null));
}

const SETTERS = /^(?:setenvif|browsermatch|setenv$|passenv$|rewriterule$)/;

/** By mod_ssl, authentication, named groups, internal redirects and others, whatever lines say. */
const SET_BY_MODULES =
  /^(?:HTTPS$|SSL_|AUTHENTICATE_|AUTHORIZE_|MATCH_|REDIRECT_|HTTP_|SCRIPT_|UNIQUE_ID$|REMOTE_|GEOIP)/i;

/** Null where the line may set any variable: its name is made of the request. A value is null if it is. */
function givenBy(line: Occurrence): readonly (readonly [name: string, value: string | null])[] | null {
  const { name, args } = line;
  if (name === 'setenv') return [[args[0] ?? '', knownValue(args[1] ?? '')]];
  if (name === 'passenv') return args.map((each) => [each, null] as const);
  const made = variablesSet(line);
  if (made.some((each) => /[$%]/.test(each) || hasPlaceholder(each))) return null;
  // What mod_rewrite gives is looked at where it is asked for by Require env alone.
  if (name === 'rewriterule') return made.map((each) => [each, rewrittenValue(args[2] ?? '', each)] as const);
  const changes = args.slice(name.startsWith('browsermatch') || name === 'setenvifexpr' ? 1 : 2);
  return changes.flatMap((change) => {
    if (change.startsWith('!')) return [];
    const [variable = '', ...value] = change.split('=');
    return [[variable, knownValue(value.join('=') || '1')] as const];
  });
}

/** Null for one that is made of what was matched, or that a template puts in. */
function knownValue(text: string): string | null {
  return text.includes('$') || hasPlaceholder(text) ? null : text;
}

/** `[E=NAME:VALUE]`; null if it is made of the request, or stands there more than once. */
function rewrittenValue(flags: string, variable: string): string | null {
  const values = (readRewriteFlags(flags).get('E') ?? []).flatMap((given) => {
    const [, name, value = null] = /^([^:!]+)(?::(.*))?$/s.exec(given) ?? [];
    return name?.toLowerCase() === variable.toLowerCase() ? [value] : [];
  });
  const [only = null] = values;
  return values.length > 1 || only === null || /[%\\]/.test(only) ? null : knownValue(only);
}

/** A test that depends on nothing but whether one variable is set. */
interface VariableTest {
  readonly name: string;
  readonly whenSet: boolean;
  readonly whenUnset: boolean;
}

/** The test of one variable, where all values that it may have give the same answer; null for other tests. */
export function variableTest(test: Test, valuesOf: VariableValues): VariableTest | null {
  const name = variableIn(test);
  const values = name === null ? null : valuesOf(name);
  if (name === null || values === null) return null;
  const [whenSet = null, ...others] = new Set([...values].map((value) => truthWith(test, name, value)));
  const whenUnset = truthWith(test, name, '');
  return whenSet === null || whenUnset === null || others.length > 0 ? null : { name, whenSet, whenUnset };
}

/** In lower case, as tables of the server take no account of it; null if the test asks for anything else. */
function variableIn(test: Test): string | null {
  const asked = new Set<string>();
  truthOf(test, (name, argument) => {
    asked.add(argument !== null && /^(?:req)?env$/.test(name) ? argument.toLowerCase() : '');
    return '';
  });
  const [only = ''] = asked;
  return asked.size === 1 && /^\w+$/.test(only) ? only : null;
}

function truthWith(test: Test, variable: string, value: string): boolean | null {
  return truthOf(test, (_, argument) => (argument?.toLowerCase() === variable ? value : null));
}

function truthOf(test: Test, value: ExpressionValue): boolean | null {
  return evaluateExpression(test, { value, isClientIn: () => null, kindOf: () => 'unknown' });
}
