/** The same few words stand in the lines of all virtual hosts. */
const MOST_KNOWN = 10_000;

/** The same function, which need not be asked again for texts that it was asked for lately. */
export function rememberSome<Value extends NonNullable<unknown>>(
  make: (text: string) => Value,
): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const value = known.get(text);
    if (value !== undefined) return value;
    if (known.size >= MOST_KNOWN) known.clear();
    const made = make(text);
    known.set(text, made);
    return made;
  };
}
