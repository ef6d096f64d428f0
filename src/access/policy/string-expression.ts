/**
 * The value of a 2.4 string expression (`ap_expr_parse_cmd` with AP_EXPR_FLAG_STRING_RESULT; server/util_expr_scan.l,
 * state `str`), which the arguments of `Require user`, `group`, `host` and others are: backslashes escape. Null if it
 * depends on the request (`%{...}`, `$1`).
 */
export function evaluateString(text: string): string | null {
  if (/^(?:[^\\]|\\[^])*?(?:%\{|\$\d)/.test(text)) return null;
  return text.replace(/\\(?:([0-7]{1,3})|([^]))/g, (_, octal?: string, char = '') => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
    return ESCAPES[char as string] ?? (char as string);
  });
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** A string expression whose value is the text; the text itself where that will do. */
export function escapeString(text: string): string {
  if (evaluateString(text) === text) return text;
  return text.replace(/\\|%(?=\{)|\$(?=\d)/g, '\\$&');
}

/** Those of httpd's own providers whose arguments 2.4 has never read as such. */
const WITHOUT: ReadonlySet<string> = new Set(['all', 'ip', 'env', 'expr', 'method', 'local', 'valid-user']);

/** Whether the arguments of the provider are a string expression, to a 2.4 that knows these. */
export function isExpression(provider: string): boolean {
  return !WITHOUT.has(provider);
}
