import type { Scope } from '../../model/index.ts';

/** Whether `<Limit GET>` or `<LimitExcept GET>` opens a Limit like this one: the order of the methods says nothing. */
export function isOpenedBy(opening: string, { kind, args }: Scope): boolean {
  const [name = '', ...methods] = opening.slice(1, -1).split(' ');
  return name.toLowerCase() === kind && isSameSet(methods, args);
}

/** Whether both hold the same texts, however often each. */
export function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.every((each) => b.includes(each)) && b.every((each) => a.includes(each));
}
