import { dirname, resolve } from 'node:path';
import { didYouMean, nearestName, positionAt } from '../../text/index.ts';
import { findJsonFault } from './json-fault.ts';
import type { SettingKind } from './setting-kinds.ts';
import { SETTINGS } from './setting-kinds.ts';

/** Settings as yargs would have given them as options. */
export type SettingOptions = Readonly<Record<string, unknown>>;

/** The settings in a file's text, or a sentence about the first fault. */
export function readSettings(path: string, text: string): SettingOptions | string {
  const read = parseObject(text);
  if (typeof read === 'string') return `${path}${read}`;
  const options: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(read)) {
    if (name === '$schema') continue;
    const kind = Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined;
    if (kind === undefined) return `${path}: ${unknownSetting(name)}`;
    const fault = faultOf(kind, value);
    if (fault !== null) return `${path}: ${name} ${fault}`;
    options[name] = optionOf(kind, value, dirname(path));
  }
  return options;
}

/** Or what follows the file's name in a message. */
function parseObject(text: string): Readonly<Record<string, unknown>> | string {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : ': it must be an object, such as { "target": "debian12" }';
  } catch {
    const { offset, message } = findJsonFault(text);
    const { line, column } = positionAt(text, offset);
    return `:${line}:${column}: not JSON: ${message}`;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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
    case 'list':
    case 'path-list':
      return Array.isArray(value) && value.every(isText) ? null : `must be a list of strings, not ${shown}`;
    case 'pairs':
    case 'path-pairs':
      return isObject(value) && Object.values(value).every((each) => typeof each === 'string')
        ? null
        : `must be an object of strings, such as { "NAME": "VALUE" }, not ${shown}`;
  }
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
