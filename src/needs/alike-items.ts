import { isInHtaccess } from '../model/index.ts';
import type { Guard, Occurrence, Scope } from '../model/index.ts';
import { nameValue } from '../syntax/index.ts';

type Item = Occurrence | Scope;

/**
 * Says whether an item is the first that says this where the same guards, as they are written and decided, stand around: whatever modules there
 * are, a server that reads one reads the other. To be asked in reading order.
 */
export function createFirstOfAlike(numberAround: NumberAround): (item: Item, ...saying: Saying) => boolean {
  const seen = new Map<number, Map<string, Set<string>>>();
  return (item, name, words) => {
    const around = numberAround(item);
    let inThese = seen.get(around);
    if (inThese === undefined) seen.set(around, (inThese = new Map()));
    const known = inThese.get(name);
    if (known?.has(words) === true) return false;
    if (known === undefined) inThese.set(name, new Set([words]));
    else known.add(words);
    return true;
  };
}

/** All of an item that tells which modules it calls for: its name as it is written, and those of its words that may. */
type Saying = readonly [name: string, words: string];

/** With `<` before that of a section. */
export function writtenName(item: Item): string {
  if (item.type !== 'scope') return nameValue(item.node);
  return `<${item.node === null ? item.name : nameValue(item.node.open)}`;
}

/** Equal for items around which the same guards stand, in the configuration or in .htaccess files. */
export type NumberAround = (item: Item) => number;

export function createNumbersAround(): NumberAround {
  const numbers = new Map<string, number>();
  const ofScopes = new Map<Scope, number>();
  const ofGuards = new Map<readonly Guard[], { readonly around: number; readonly number: number }>();
  const within = (around: number, guards: readonly Guard[]): number => {
    if (guards.length === 0) return around;
    const known = ofGuards.get(guards);
    if (known?.around === around) return known.number;
    const key = [around, ...guards.map(textOf)].join('\n');
    const number = numbers.get(key) ?? numbers.size + FIRST_NUMBER;
    numbers.set(key, number);
    ofGuards.set(guards, { around, number });
    return number;
  };
  const numberIn = (scope: Scope): number => {
    if (isUnguarded(scope)) return isInHtaccess(scope) ? 1 : 0;
    const known = ofScopes.get(scope);
    if (known !== undefined) return known;
    const { parent, guards } = scope;
    const made = within(parent === null ? 0 : numberIn(parent), guards);
    ofScopes.set(scope, made);
    return made;
  };
  return (item) => within(numberIn(item.type === 'scope' ? (item.parent ?? item) : item.scope), item.guards);
}

/** Most scopes, and all that they stand in. */
function isUnguarded(scope: Scope): boolean {
  for (let one: Scope | null = scope; one !== null; one = one.parent) if (one.guards.length > 0) return false;
  return true;
}

/** Behind those of the configuration and of .htaccess files. */
const FIRST_NUMBER = 2;

/** What a server makes of it, and what is said of it. */
function textOf({ node, test, on24 }: Guard): string {
  return `${node.open.name.value} ${test} ${on24}`;
}
