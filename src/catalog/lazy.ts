/** A function that computes its value at the first call and keeps it: start-up pays for no table that it doesn't read. */
export function lazy<T extends object>(compute: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= compute());
}
