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
  for (let open = text.indexOf('${'); open !== -1; open = text.indexOf('${', at)) {
    const close = text.indexOf('}', open);
    if (close === -1) break;
    const name = text.slice(open + 2, close);
    const value = valueOf(name);
    if (value === undefined) onUnknown(name);
    parts.push(text.slice(at, open), value ?? text.slice(open, close + 1));
    at = close + 1;
  }
  return at === 0 ? text : parts.join('') + text.slice(at);
}
