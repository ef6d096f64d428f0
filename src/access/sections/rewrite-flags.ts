const LONG_NAMES: Readonly<Record<string, string>> = {
  FORBIDDEN: 'F',
  GONE: 'G',
  REDIRECT: 'R',
  LAST: 'L',
  END: 'L',
  PROXY: 'P',
  PASSTHROUGH: 'PT',
  ENV: 'E',
  NEXT: 'N',
  NOCASE: 'NC',
  CHAIN: 'C',
  SKIP: 'S',
  NOSUBREQ: 'NS',
};

/** Upper case long or short names of a rule's flags to their values: `F`, `L`, `E` (several: the values in order). */
export function readRewriteFlags(text: string): Map<string, readonly string[]> {
  const flags = new Map<string, readonly string[]>();
  const inner = /^\[(.*)\]$/.exec(text)?.[1] ?? '';
  for (const part of inner.split(',')) {
    const [, written = '', value = ''] = /^\s*(\w*)\s*(?:=(.*))?$/s.exec(part) ?? [];
    const name = LONG_NAMES[written.toUpperCase()] ?? written.toUpperCase();
    if (name !== '') flags.set(name, [...(flags.get(name) ?? []), value.trim()]);
  }
  return flags;
}
