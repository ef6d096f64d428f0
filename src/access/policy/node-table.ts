import { TooMuchWork } from '../work.ts';

/** The nodes of a decision diagram, each function once, and a memory of results. Arrays of numbers: no objects per node. */
export interface NodeTable {
  /** The reference of the node; the low one if both ends are the same. */
  make(variable: number, low: number, high: number): number;
  /** Behind every variable for the two ends (references 0 and 1). */
  variable(node: number): number;
  low(node: number): number;
  high(node: number): number;
  /** `f` is none of the two ends. */
  recall(f: number, g: number, h: number): number | undefined;
  remember(f: number, g: number, h: number, result: number): void;
  size(): number;
}

const END = 0x7fffffff;
const FIRST_CAPACITY = 1 << 10;
/** Some 400 MB. Rules of people take thousands. */
const MOST_NODES = 1 << 23;

export function createNodeTable(): NodeTable {
  let capacity = FIRST_CAPACITY;
  let count = 2;
  let variables = new Int32Array(capacity).fill(END, 0, 2);
  let lows = new Int32Array(capacity);
  let highs = new Int32Array(capacity);
  /** Open addressing, at most half full; 0 is free (the ends are never looked up). */
  let slots = new Int32Array(capacity * 2);
  /** Four numbers an entry: f, g, h, result. A newer entry takes an older one's place: only time is lost. */
  let memory = new Int32Array(capacity * 4);

  const slotOf = (variable: number, low: number, high: number): number => {
    const mask = slots.length - 1;
    let slot = hash(variable, low, high) & mask;
    for (;;) {
      const node = slots[slot]!;
      if (node === 0) return slot;
      if (lows[node] === low && highs[node] === high && variables[node] === variable) return slot;
      slot = (slot + 1) & mask;
    }
  };

  const grow = (): void => {
    if (capacity >= MOST_NODES) throw new TooMuchWork('a rule asks for more than can be compared');
    capacity *= 2;
    variables = enlarge(variables, capacity);
    lows = enlarge(lows, capacity);
    highs = enlarge(highs, capacity);
    slots = new Int32Array(capacity * 2);
    memory = new Int32Array(capacity * 4);
    for (let node = 2; node < count; node++) {
      slots[slotOf(variables[node]!, lows[node]!, highs[node]!)] = node;
    }
  };

  const entryOf = (f: number, g: number, h: number): number => (hash(f, g, h) & (capacity - 1)) * 4;

  return {
    make(variable, low, high) {
      if (low === high) return low;
      let slot = slotOf(variable, low, high);
      if (slots[slot] !== 0) return slots[slot]!;
      if (count === capacity) {
        grow();
        slot = slotOf(variable, low, high);
      }
      variables[count] = variable;
      lows[count] = low;
      highs[count] = high;
      slots[slot] = count;
      return count++;
    },
    variable: (node) => variables[node]!,
    low: (node) => lows[node]!,
    high: (node) => highs[node]!,
    recall(f, g, h) {
      const at = entryOf(f, g, h);
      const known = memory[at] === f && memory[at + 1] === g && memory[at + 2] === h;
      return known ? memory[at + 3] : undefined;
    },
    remember(f, g, h, result) {
      const at = entryOf(f, g, h);
      memory[at] = f;
      memory[at + 1] = g;
      memory[at + 2] = h;
      memory[at + 3] = result;
    },
    size: () => count,
  };
}

/** The same array with more room. */
export function enlarge(array: Int32Array<ArrayBuffer>, capacity: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(capacity);
  larger.set(array);
  return larger;
}

/** Multiplicative mixing of three numbers; the finalizer of murmur3. */
function hash(a: number, b: number, c: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
