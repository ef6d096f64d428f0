/** Lists of small integers, each one kept once. Arrays of numbers: no objects per list. */
export interface ListTable {
  /** The number of the list that stands there in the array, counted from 0 in the order in which the different ones came. */
  numberOf(array: Int32Array, from: number, to: number): number;
}

export function createListTable(): ListTable {
  let items = new Int32Array(64);
  /** Where each list begins; it ends where the next one does. */
  let starts = new Int32Array(16);
  /** Of each list, so that none is gone through again when the slots become more, nor to find that it is another. */
  let hashes = new Int32Array(16);
  let count = 0;
  /** Open addressing, at most half full, of numbers counted from 1; 0 is free. */
  let slots = new Int32Array(32);

  const isAt = (number: number, hashed: number, array: Int32Array, from: number, to: number): boolean => {
    if (hashes[number] !== hashed) return false;
    const start = starts[number]!;
    if (starts[number + 1]! - start !== to - from) return false;
    for (let i = from; i < to; i++) if (items[start + i - from] !== array[i]) return false;
    return true;
  };
  const slotOf = (hashed: number, array: Int32Array, from: number, to: number): number => {
    const mask = slots.length - 1;
    let slot = hashed & mask;
    while (slots[slot] !== 0 && !isAt(slots[slot]! - 1, hashed, array, from, to)) slot = (slot + 1) & mask;
    return slot;
  };
  const spread = (): void => {
    starts = enlarged(starts, 2 * starts.length);
    hashes = enlarged(hashes, 2 * hashes.length);
    slots = new Int32Array(2 * slots.length);
    const mask = slots.length - 1;
    for (let i = 0; i < count; i++) {
      let slot = hashes[i]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = i + 1;
    }
  };
  const add = (hashed: number, array: Int32Array, from: number, to: number): void => {
    const start = starts[count]!;
    const end = start + to - from;
    if (end > items.length) items = enlarged(items, 2 * end);
    for (let i = from; i < to; i++) items[start + i - from] = array[i]!;
    hashes[count] = hashed;
    starts[++count] = end;
  };

  return {
    numberOf(array, from, to) {
      if (count + 1 === starts.length) spread();
      const hashed = hash(array, from, to);
      const slot = slotOf(hashed, array, from, to);
      if (slots[slot] === 0) {
        add(hashed, array, from, to);
        slots[slot] = count;
      }
      return slots[slot]! - 1;
    },
  };
}

/** A number for each list: equal lists have the same. @param length how much of the list counts */
export function numberingOfLists(): (list: readonly number[], length?: number) => number {
  const table = createListTable();
  let array = new Int32Array(32);
  return (list, length = list.length) => {
    if (length > array.length) array = new Int32Array(2 * length);
    for (let i = 0; i < length; i++) array[i] = list[i]!;
    return table.numberOf(array, 0, length);
  };
}

export function enlarged(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}

/** Multiplicative mixing; the finalizer of murmur3. */
function hash(array: Int32Array, from: number, to: number): number {
  let h = to - from;
  for (let i = from; i < to; i++) h = Math.imul(h ^ array[i]!, 0x9e3779b1) ^ (h >>> 15);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  return h ^ (h >>> 13);
}
