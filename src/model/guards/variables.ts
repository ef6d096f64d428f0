/** What a line may become. Values that are made of values could double with every line of the file. */
const LONGEST = 1 << 20;

/**
 * The text with every `${NAME}` that has a value replaced, once, from left to right, as ap_resolve_env does it
 * (server/util.c in 2.2, server/core.c in 2.4): what has none stays as it is.
 */
export function expandVariables(
  text: string,
  valueOf: (name: string) => string | undefined,
  onUnknown: (name: string) => void = () => {},
): string {
  const parts: string[] = [];
  let at = 0;
  let length = text.length;
  for (let open = text.indexOf('${'); open !== -1; open = text.indexOf('${', at)) {
    const close = text.indexOf('}', open);
    if (close === -1) break;
    const name = text.slice(open + 2, close);
    const value = valueOf(name);
    length += value?.length ?? 0;
    const isKnown = value !== undefined && length <= LONGEST;
    if (!isKnown) onUnknown(name);
    parts.push(text.slice(at, open), isKnown ? value : text.slice(open, close + 1));
    at = close + 1;
  }
  return at === 0 ? text : parts.join('') + text.slice(at);
}
