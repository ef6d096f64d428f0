import { escapePattern } from '../../pattern/index.ts';

// Folders, addresses and wildcards as regular expressions, and read back from them.

/** What is at and below a folder. */
export function folderPattern(folder: string): string {
  return folder === '/' ? '^/' : `^${literalPattern(folder)}(/|$)`;
}

/** What is at and below an address. */
export function addressPattern(address: string): string {
  return address === '/' ? '^/' : `^${escapeAddress(address)}(/|$)`;
}

/** `<Location /a/b>` is met by `/a//b`, which MergeSlashes Off leaves as it is; at the very start both servers merge them. */
export function escapeAddress(address: string): string {
  return literalPattern(address).replace(/(?!^)\//g, '/+');
}

/** The folder of a `folderPattern`; else null. */
export function folderOfPattern(pattern: string): string | null {
  if (pattern === '^/') return '/';
  const folder = /^\^(.*)\(\/\|\$\)$/.exec(pattern)?.[1];
  return folder === undefined || literalPattern(unescape(folder)) !== folder ? null : unescape(folder);
}

/** The address of an `addressPattern`; else null. */
export function addressOfPattern(pattern: string): string | null {
  return folderOfPattern(pattern.replaceAll('/+', '/'));
}

/** The files of one name, in whatever folder. */
export function namePattern(name: string): string {
  return `/${literalPattern(name)}$`;
}

/** The name of a `namePattern`; else null. */
export function nameOfPattern(pattern: string): string | null {
  const name = unescape(/^\/(.*)\$$/.exec(pattern)?.[1] ?? '');
  return namePattern(name) === pattern ? name : null;
}

/** A plain Proxy section is a prefix of the target's text; in one with a wildcard `*` matches slashes (proxy_walk, mod_proxy.c). */
export function targetPattern(text: string): string {
  if (!/[*?[]/.test(text)) return literalPattern(text);
  return `${wildcardPattern(text).replaceAll('[^/]', '.')}$`;
}

const BRACKETS = /\[(!?)([\w-]+)\]/g;

/** Escapes, and bracketed characters other than letters and digits, are not written as a regular expression. */
export function isPlainWildcard(wildcard: string): boolean {
  const others = wildcard.replace(BRACKETS, (text) => (isSet(text) ? '' : text));
  return !/[[\]\\]/.test(others);
}

/** Of `[z-a]` each server makes what it likes. */
function isSet(text: string): boolean {
  const ranges = [...text.matchAll(/(\w)-(\w)/g)];
  return ranges.every(([, from = '', to = '']) => from <= to);
}

/** The folders that match, and what is below them. */
export function wildcardFolderPattern(wildcard: string): string {
  return `^${wildcardPattern(wildcard)}(/|$)`;
}

/** The same of a path without wildcards that may be a file's, which is not met wherever that file is sent: another pattern than a `folderPattern`. */
export function walkedPattern(path: string): string {
  return `^(${literalPattern(path)})(/|$)`;
}

/** The wildcard of a `wildcardFolderPattern`; else null. */
export function wildcardOfPattern(pattern: string): string | null {
  const written = /^\^(.*)\(\/\|\$\)$/.exec(pattern)?.[1];
  if (written === undefined) return null;
  const plain = written.replaceAll('[^/]*', '*').replaceAll('[^/]', '?');
  const wildcard = unescape(plain.replace(/\[\^([\w-]+)\/\]/g, '[!$1]'));
  return isPlainWildcard(wildcard) && wildcardFolderPattern(wildcard) === pattern ? wildcard : null;
}

/** The whole address must match (ap_location_walk): what is below it does not. Doubled slashes count as one. */
export function wildcardAddressPattern(wildcard: string): string {
  return `^${wildcardPattern(wildcard).replace(/(?!^)\/(?!\])/g, '/+')}$`;
}

/** As apr_fnmatch reads it with FNM_PATHNAME: nothing but a slash matches a slash. */
export function wildcardPattern(wildcard: string): string {
  const parts = wildcard.split(/(\[!?[\w-]+\]|[*?])/);
  return parts.map((part, i) => (i % 2 === 0 ? literalPattern(part) : wildcardPart(part))).join('');
}

function wildcardPart(part: string): string {
  if (part === '*') return '[^/]*';
  return part === '?'
    ? '[^/]'
    : part.replace(BRACKETS, (_, not: string, set: string) => (not === '' ? `[${set}]` : `[^${set}/]`));
}

/** A text and nothing else, for an expression in double quotes. */
export function literalPattern(text: string): string {
  return escapePattern(text).replaceAll('"', '\\"');
}

function unescape(text: string): string {
  return text.replace(/\\(.)/g, '$1');
}
