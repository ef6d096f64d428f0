/** The function, asking each key once. */
export function remember<T>(compute: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const value = known.get(key);
    if (value !== undefined || known.has(key)) return value as T;
    const computed = compute(key);
    known.set(key, computed);
    return computed;
  };
}
