import type { Occurrence } from '../../model/index.ts';
import { canonicalPattern } from '../routes/route-line.ts';
import { isEarly } from '../sections/early-headers.ts';
import type { Version } from '../sections/worlds.ts';
import type { Permission } from './permission-table.ts';
import { FLAGS, PERMISSIONS } from './permission-table.ts';

/** What one setting says at one place. */
export interface Setting {
  /** What is in force, the same for lines that say the same: flags that are on, words, lines, or the one value. */
  readonly values: ReadonlySet<string>;
  /** Flags that are off, as far as that is known. */
  readonly off: ReadonlySet<string>;
  /** The line that said each of them last; none of a default. */
  readonly by: ReadonlyMap<string, Occurrence>;
}

const NONE: ReadonlySet<string> = new Set();
export const SILENT: Setting = { values: NONE, off: NONE, by: new Map() };

/** Of a server of that version, where no line says it. */
export function unsetValue(name: string, version: Version): Setting {
  const { kind, unset } = PERMISSIONS[name] ?? {};
  const value = unset?.[version];
  if (value === undefined) return SILENT;
  return kind === 'flags'
    ? flagsOnly(name, FLAGS[name]?.[value.toLowerCase()] ?? [])
    : { ...SILENT, values: new Set([value]) };
}

/** How lines of one tree are read. */
export interface ValueReading {
  /** Of the server that reads it. */
  readonly version: Version;
  /** A path that a line names, the same for both trees. */
  path(text: string): string;
}

/** What is in force behind one more line. */
export function mergeLine(outer: Setting, line: Occurrence, reading: ValueReading): Setting {
  const permission = PERMISSIONS[line.name];
  if (permission === undefined) return outer;
  if (permission.kind === 'flags') return mergeFlags(outer, line);
  const values = valuesOf(line, permission, reading);
  const by = new Map(values.map((value) => [value, line]));
  return permission.kind === 'last'
    ? { values: new Set(values), off: NONE, by }
    : { values: new Set([...outer.values, ...values]), off: NONE, by: new Map([...outer.by, ...by]) };
}

function valuesOf(line: Occurrence, { kind, isPath }: Permission, { version, path }: ValueReading): string[] {
  const { name, args } = line;
  const [first = '', ...others] = args;
  const words = args.map((arg) => arg.toLowerCase());
  if (isPath === true) return [path(first)];
  if (kind === 'words') return others.map((word) => `${first.toLowerCase()} ${extension(word)}`);
  if (kind === 'last') {
    // 2.4 takes an expression, where a percent sign of a name needs a backslash.
    const counted = name.endsWith('revocationcheck') ? words.slice(0, 1) : words;
    return [counted.join(' ').replaceAll('\\%', '%')];
  }
  // Kinds beside CA_... are the server's own certificates, which 2.4 wants in LDAPTrustedClientCert.
  if (name === 'ldaptrustedglobalcert' && !first.toUpperCase().startsWith('CA_')) return [];
  if (name === 'removehandler') return words.map(extension);
  // 2.4 has no memory cache, and takes the address in front of the kind or alone.
  if (name === 'cacheenable') return cachedAddresses(words.at(-1) ?? '');
  if (name === 'scriptaliasmatch') return [`${canonicalPattern(first)} ${others.map(path).join(' ')}`];
  if (name === 'scriptalias') return [[first, ...others.map(path)].join(' ')];
  if (name === 'proxyremotematch') return [[canonicalPattern(first), ...others].join(' ')];
  // What follows the addresses (route=, timeout=) chooses among them.
  if (name === 'balancermember') return [args.filter((arg) => !/^\w+=/.test(arg)).join(' ')];
  if (name === 'requestheader') return headerValues(line, version);
  return [args.join(' ')];
}

/** 2.2 caches what a forward proxy fetches under the plain address, too (mod_cache.c, ap_cache_get_providers); 2.4 wants it named. */
function cachedAddresses(address: string): string[] {
  return /^(?:https?|ftp):\/\/\*:\//.test(address) ? [] : [address];
}

/** `RequestHeader unset Proxy`: 2.4 never hands that header on (ap_add_common_vars, server/util_script.c). Early ones are told apart. */
function headerValues(line: Occurrence, version: Version): string[] {
  const [verb = '', header = '', ...others] = line.args;
  const words = [verb, header].map((word) => word.toLowerCase());
  const isGuard = version === '2.4' && words.join(' ') === 'unset proxy';
  if (isGuard || isEarly(line)) return [];
  const [pattern = '', ...rest] = others;
  return [
    [
      ...words,
      ...(words[0]?.startsWith('edit') === true ? [canonicalPattern(pattern), ...rest] : others),
    ].join(' '),
  ];
}

function extension(word: string): string {
  return word.toLowerCase().replace(/^\./, '');
}

function mergeFlags(outer: Setting, line: Occurrence): Setting {
  let { values, off } = outer;
  const by = new Map(outer.by);
  let isFirst = true;
  for (const arg of line.args) {
    const sign = /^[+-]/.exec(arg)?.[0] ?? '';
    const word = arg.slice(sign.length).toLowerCase();
    if (sign === '' && isFirst) {
      isFirst = false;
      ({ values, off } = flagsOnly(line.name, []));
      for (const flag of off) by.set(flag, line);
    }
    const flags = FLAGS[line.name]?.[word] ?? [];
    for (const flag of flags) by.set(flag, line);
    // Without commands inclusion is still on.
    const without = word === 'includesnoexec' ? ['Includes with exec'] : [];
    if (sign === '-') [values, off] = [minus(values, flags), plus(off, flags)];
    else [values, off] = [plus(minus(values, without), flags), plus(minus(off, flags), without)];
  }
  return { values, off, by };
}

function flagsOnly(name: string, on: readonly string[]): Setting {
  const all = Object.values(FLAGS[name] ?? {}).flat();
  return { values: new Set(on), off: minus(new Set(all), on), by: new Map() };
}

function plus(set: ReadonlySet<string>, words: readonly string[]): ReadonlySet<string> {
  return new Set([...set, ...words]);
}

function minus(set: ReadonlySet<string>, words: readonly string[]): ReadonlySet<string> {
  return new Set([...set].filter((word) => !words.includes(word)));
}
