/** `1 file`, `2 files`, `10,000 files`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `1 ${one}` : `${String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')} ${many}`;
}
