import { dirname, resolve } from 'node:path';
import { getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import { didYouMean, nearestName, positionAt } from '../../text/index.ts';
import { wrongRules, wrongTarget } from './known-names.ts';
import type { SettingKind } from './setting-kinds.ts';
import { SETTINGS } from './setting-kinds.ts';

/** Settings as yargs would have given them as options. */
export type SettingOptions = Readonly<Record<string, unknown>>;

/** The settings in a file's text, or a sentence about the first fault, with its place: file:line:column. */
export function readSettings(path: string, text: string): SettingOptions | string {
  const fault = (offset: number, wrong: string): string => {
    const { line, column } = positionAt(text, offset);
    return `${path}:${line}:${column}: ${wrong}`;
  };
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true });
  const [error] = errors;
  if (error !== undefined)
    return fault(error.offset, `not JSON: ${NOT_JSON[printParseErrorCode(error.error)]}`);
  if (tree?.type !== 'object')
    return fault(tree?.offset ?? 0, 'it must be an object, such as { "target": "debian12" }');
  const options: Record<string, unknown> = {};
  for (const { offset, children } of tree.children ?? []) {
    const [name, value] = (children ?? []).map((child) => getNodeValue(child) as unknown) as [
      string,
      unknown,
    ];
    if (name === '$schema') continue;
    const kind = Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined;
    if (kind === undefined) return fault(offset, unknownSetting(name));
    const wrong = faultOf(kind, value);
    if (wrong !== null) return fault(offset, `${name} ${wrong}`);
    options[name] = optionOf(kind, value, dirname(path));
  }
  return options;
}

/** What each error of jsonc-parser means to one who wrote a settings file. */
const NOT_JSON: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is no name or text in double quotes, no number, and not true, false or null',
  InvalidNumberFormat: 'this is no number',
  PropertyNameExpected: 'a name in double quotes is missing here (a comma is only between two settings)',
  ValueExpected: 'a value is missing here, such as "text" or true',
  ColonExpected: 'a colon is missing here',
  CommaExpected: 'a comma is missing here',
  CloseBraceExpected: 'a } is missing here',
  CloseBracketExpected: 'a ] is missing here',
  EndOfFileExpected: 'there is more after the last }',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'the double quote at the end of this text is missing',
  UnexpectedEndOfNumber: 'this is no number',
  InvalidUnicode: 'after \\u in this text there must be four digits from 0 to F',
  InvalidEscapeCharacter: 'a backslash in text is written as two',
  InvalidCharacter: 'there is a control character in this text',
};

const TYPED = new Set([
  'interactive',
  'list',
  'write',
  'out',
  'check',
  'dry-run',
  'config',
  'print-config',
  'help',
  'version',
]);

function unknownSetting(name: string): string {
  if (TYPED.has(name)) return `${name} can't be set in a file: type it each time (--${name})`;
  const nearest = nearestName(name, Object.keys(SETTINGS));
  return `no setting ${JSON.stringify(name)}; ${nearest === null ? 'docs/settings.md lists them' : `did you mean ${nearest}?`}`;
}

function faultOf(kind: SettingKind, value: unknown): string | null {
  const shown = JSON.stringify(value);
  switch (kind.type) {
    case 'switch':
      return typeof value === 'boolean' ? null : `must be true or false, not ${shown}`;
    case 'choice': {
      const isChoice = kind.choices.some((choice) => choice === value);
      return isChoice
        ? null
        : `can be ${kind.choices.join(', ')}, not ${shown}${didYouMean(String(value), kind.choices)}`;
    }
    case 'text':
    case 'path':
      return isText(value) ? null : `must be a string, not ${shown}`;
    case 'count':
      return Number.isInteger(value) && Number(value) > 0 ? null : `must be a number from 1, not ${shown}`;
    case 'path-or-off':
      return value === false || isText(value) ? null : `must be a folder or false, not ${shown}`;
    case 'target':
      return isText(value) ? missing(wrongTarget(value)) : `must be a string, not ${shown}`;
    case 'rules':
      return isTexts(value) ? missing(wrongRules(value)) : `must be a list of strings, not ${shown}`;
    case 'list':
    case 'path-list':
      return isTexts(value) ? null : `must be a list of strings, not ${shown}`;
    case 'pairs':
    case 'path-pairs':
      return isObject(value) && Object.values(value).every((each) => typeof each === 'string')
        ? null
        : `must be an object of strings, such as { "NAME": "VALUE" }, not ${shown}`;
  }
}

function missing(wrong: string | null): string | null {
  return wrong === null ? null : `names what is not there: ${wrong}`;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** The value as it would have been typed. The kind was checked. */
function optionOf({ type }: SettingKind, value: unknown, folder: string): unknown {
  const pairs = (): [string, string][] => Object.entries(value as Record<string, string>);
  switch (type) {
    case 'path':
      return resolve(folder, value as string);
    case 'path-or-off':
      return value === false ? false : resolve(folder, value as string);
    case 'count':
      return String(value);
    case 'path-list':
      return (value as string[]).map((path) => resolve(folder, path));
    case 'pairs':
      return pairs().map(([name, each]) => `${name}=${each}`);
    case 'path-pairs':
      return pairs().map(([name, each]) => `${name}=${resolve(folder, each)}`);
    default:
      return value;
  }
}
