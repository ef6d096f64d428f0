import { ownCopy } from './own-copy.ts';

/**
 * The same function, which need not be asked again for texts that it was asked for lately: the same few stand in the lines of all virtual hosts.
 * @param most so many texts are known at once
 */
export function rememberSome<Value extends NonNullable<unknown> | null>(
  most: number,
  make: (text: string) => Value,
): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const value = known.get(text);
    if (value !== undefined) return value;
    if (known.size >= most) known.clear();
    // What is made of it may keep the text, or a part.
    const own = ownCopy(text);
    const made = make(own);
    known.set(own, made);
    return made;
  };
}
