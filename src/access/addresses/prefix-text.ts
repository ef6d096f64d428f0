/** What stands after a prefix in an address (`alias_matches`, mod_alias.c; `alias_match`, mod_proxy.c): doubled slashes count as one. Null: no match. */
export function restBehind(address: string, prefix: string): string | null {
  let at = 0;
  for (let i = 0; i < prefix.length;) {
    if (address[at] !== prefix[i]) return null;
    const skip = prefix[i] === '/' ? slashesAt : oneAt;
    i += skip(prefix, i);
    at += skip(address, at);
  }
  const isWhole = prefix.endsWith('/') || at === address.length || address[at] === '/';
  return prefix !== '' && isWhole ? address.slice(at) : null;
}

const oneAt = () => 1;

function slashesAt(text: string, at: number): number {
  let end = at;
  while (text[end] === '/') end++;
  return end - at;
}

/** What a line makes of an address: text is put together as it is written, also where that glues two names (`Alias /data/ /srv/pub`). */
export function mappedText(address: string, { prefix, to }: PrefixLine): string | null {
  const rest = restBehind(address, prefix);
  return rest === null ? null : to + rest;
}

/** A line that puts a text in the place of a prefix. */
export interface PrefixLine {
  readonly prefix: string;
  readonly to: string;
}

/** Whether `/data/x` becomes `/srv/pubx`: all that begins with the target's text is led to. */
export function isGlued({ prefix, to }: PrefixLine): boolean {
  return prefix.endsWith('/') && !to.endsWith('/');
}
