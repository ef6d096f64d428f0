/**
 * The text with every `${NAME}` that has a value replaced, once, from left to right, as ap_resolve_env does it
 * (server/util.c in 2.2, server/core.c in 2.4): what has none stays as it is.
 */
export function expandVariables(
  text: string,
  valueOf: (name: string) => string | undefined,
  onUnknown: (name: string) => void = () => {},
): string {
  if (!text.includes('${')) return text;
  return text.replace(/\$\{([^}]*)\}/g, (whole, name: string) => {
    const value = valueOf(name);
    if (value === undefined) onUnknown(name);
    return value ?? whole;
  });
}
