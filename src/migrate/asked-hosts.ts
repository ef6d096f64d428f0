import type { TemplateChoice, TemplatePart } from '../syntax/index.ts';

/**
 * In which virtual hosts a template's questions are asked. Those of two hosts meet in no request, and need not be answered in all ways together;
 * those of the main server meet all.
 */
export class AskedHosts {
  /** Numbers of hosts, in the order in which they are put out. */
  private readonly hostsOf = new Map<string, Set<number>>();
  private readonly ofMain = new Set<string>();
  /** Of what was asked around whole hosts: those to which so many that come next are added. If they are not put out, these are others, which is no harm. */
  private waiting: { readonly hosts: Set<number>; readonly count: number }[] = [];
  private begun = 0;
  private isInside = false;
  /** What was put out of a line that goes on. */
  private line = '';

  beginText(): void {
    this.waiting = [];
    this.isInside = false;
    this.line = '';
  }

  /** Told of what is put out, piece by piece. */
  read(text: string): void {
    const lines = (this.line + text).split('\n');
    this.line = lines.pop() ?? '';
    for (const line of lines) this.passLine(line);
  }

  /** @param part what is there, or not */
  ask(key: string, part: TemplateChoice): void {
    if (CLOSING.test(this.line)) this.isInside = false;
    const known = this.hostsOf.get(key);
    const hosts = known ?? new Set<number>();
    this.hostsOf.set(key, hosts);
    if (this.isInside) {
      hosts.add(this.begun);
      return;
    }
    const count = countHosts(part);
    if (count === null) this.ofMain.add(key);
    else if (known === undefined) this.waiting.push({ hosts, count });
  }

  /** Whether all that was asked has a number, and no two have one that may meet. */
  areApart(numbers: ReadonlyMap<string, number>): boolean {
    const taken = new Set<string>();
    return [...this.hostsOf].every(([key, hosts]) => {
      const number = numbers.get(key);
      if (number === undefined || number < this.ofMain.size !== this.ofMain.has(key)) return false;
      const places = [...hosts].map((host) => `${host} ${number}`);
      const areFree = places.every((place) => !taken.has(place));
      for (const place of places) taken.add(place);
      return areFree;
    });
  }

  /** Numbers from 0 for all that was asked, other ones for what may meet in one request; null if that takes more than so many. */
  numbers(most: number): ReadonlyMap<string, number> | null {
    const numbers = new Map([...this.ofMain].map((key, number) => [key, number] as const));
    const usedIn = new Map<number, Set<number>>();
    // What many hosts ask is hard to find a number for.
    const others = [...this.hostsOf].filter(([key]) => !this.ofMain.has(key));
    for (const [key, hosts] of others.toSorted(([, one], [, other]) => other.size - one.size)) {
      const used = [...hosts].map((host) => usedIn.get(host) ?? new Set<number>());
      let number = this.ofMain.size;
      while (used.some((each) => each.has(number))) number++;
      [...hosts].forEach((host, i) => usedIn.set(host, used[i]!.add(number)));
      numbers.set(key, number);
    }
    return Math.max(...numbers.values()) < most ? numbers : null;
  }

  private passLine(line: string): void {
    if (OPENING.test(line)) {
      const host = ++this.begun;
      this.isInside = true;
      this.waiting = this.waiting.flatMap(({ hosts, count }) => {
        hosts.add(host);
        return count > 1 ? [{ hosts, count: count - 1 }] : [];
      });
    } else if (CLOSING.test(line)) this.isInside = false;
  }
}

const OPENING = /^[ \t]*<virtualhost\b/i;
const CLOSING = /^[ \t]*<\/virtualhost\b/i;

/** How many virtual hosts there are where nothing but whole ones is put out, each once; else null. */
function countHosts(part: TemplateChoice): number | null {
  const text = textOnce(part);
  if (text === null) return null;
  let count = 0;
  let isInside = false;
  for (const line of text.split('\n')) {
    if (OPENING.test(line)) {
      if (isInside) return null;
      count++;
      isInside = true;
    } else if (CLOSING.test(line)) isInside = false;
    else if (!isInside && !/^\s*(?:#|$)/.test(line)) return null;
  }
  return isInside || count === 0 ? null : count;
}

/** What all branches put out; null where some of it may be repeated. */
function textOnce(part: TemplatePart): string | null {
  if (part.type === 'silent') return '';
  if (part.type !== 'block') return part.text;
  const texts = part.branches.flatMap(({ block, body }) =>
    block.kind === 'if' ? body.map(textOnce) : [null],
  );
  return texts.includes(null) ? null : texts.join('');
}
