/** Makes equal plain values one object, so that they can be compared and remembered by identity. */
export function createInterner<Value extends object>(): (value: Value) => Value {
  const known = new Map<string, Value>();
  return (value) => {
    const key = JSON.stringify(value);
    const same = known.get(key);
    if (same !== undefined) return same;
    known.set(key, value);
    return value;
  };
}
