import type { Position } from '../text/index.ts';

/** `1 file`, `1,200 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** `file:line`, or the file alone. */
export function placeOf({
  path,
  position,
}: {
  readonly path: string;
  readonly position: Position | null;
}): string {
  return position === null ? path : `${path}:${position.line}`;
}
