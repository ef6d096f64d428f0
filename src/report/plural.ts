/** `10000` as `10,000`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 file`, `2 files`, `10,000 files`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `1 ${one}` : `${grouped(count)} ${many}`;
}
