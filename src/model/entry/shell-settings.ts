/**
 * The variables that a shell file sets (`export NAME=value`, `NAME="value"`), read without running it: the last assignment of a
 * name wins, `$NAME` and `${NAME}` are what was assigned above (or nothing), a value from a command is left out. Enough for Debian's
 * envvars and the option files of start scripts. Values stay as Latin-1.
 */
export function readShellSettings(text: string): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  for (const line of text.replace(/\\\r?\n/g, '').split('\n')) {
    const assignment = /^\s*(?:export\s+)?([A-Za-z_]\w*)=(.*)$/.exec(line);
    const name = assignment?.[1];
    const value = name === undefined ? null : readValue(assignment?.[2] ?? '', settings);
    if (name !== undefined && value !== null) settings.set(name, value);
  }
  return settings;
}

/** The first shell word; null if a command would have to be run for it. */
function readValue(text: string, settings: ReadonlyMap<string, string>): string | null {
  const pieces = text.match(/"(?:[^"\\]|\\.)*"|'[^']*'|\\.|\$\{[^{}]*\}|\$[\w(]*|[^\s"'\\;&|#$]+/gy) ?? [];
  const values = pieces.map((piece) => {
    if (piece.startsWith("'")) return piece.slice(1, -1);
    const plain = piece.startsWith('"') ? piece.slice(1, -1) : piece;
    return /`|\$\(/.test(plain) ? null : expand(plain.replace(/\\(["\\$`])/g, '$1'), settings);
  });
  return values.includes(null) ? null : values.join('');
}

function expand(text: string, settings: ReadonlyMap<string, string>): string {
  return text.replace(/\$(?:\{(\w+)(?::?[-=]([^}$]*))?[^}$]*\}|(\w+))/g, (_, braced, fallback, bare) => {
    const name: unknown = braced ?? bare;
    const value = typeof name === 'string' ? settings.get(name) : undefined;
    return value || (typeof fallback === 'string' ? fallback : '');
  });
}

/** The -D names of a command line: `-D SSL -DINFO -k start`. */
export function readDefineFlags(options: string): string[] {
  return [...options.matchAll(/(?:^|\s)-D\s*(\S+)/g)].map((match) => match[1] ?? '');
}
