import { compareNames } from '../../src/model/index.ts';
import type { IncludeLine, ModelFile, Occurrence, Scope, ServerModel } from '../../src/model/index.ts';
import { confName, folderOf } from './debian-folders.ts';

/**
 * Tells of a name in the folder that the line reads which names it comes behind with .conf at its end though it came before them, where that
 * can make a difference. Only names that begin with the whole of the other one can be such: `shop-old.conf` sorts before `shop.conf`.
 */
export function passedSites(model: ServerModel, line: IncludeLine): (name: string) => readonly string[] {
  const start = folderOf(line).length + 1;
  const order = line.names.map((name) => name.slice(start).split('/')[0] ?? '');
  const places = new Map(order.map((name, at) => [name, at]));
  return (name) => {
    const place = places.get(name);
    if (place === undefined) return [];
    let end = place + 1;
    while (order[end]?.startsWith(name) === true) end++;
    return order.slice(place + 1, end).filter((other, at) => {
      const [one, two] = [line.files[place], line.files[place + 1 + at]];
      if (one === two || compareNames(confName(name), confName(other)) < 0) return false;
      return one === undefined || two === undefined || orderMatters(model, one, two);
    });
  };
}

/** Lines that say the same wherever they stand. */
const ANYWHERE = new Set(['listen', 'namevirtualhost']);

/** It makes no difference between virtual hosts of different ports; of those of one port the first answers for names that none has. */
function orderMatters(model: ServerModel, one: ModelFile, other: ModelFile): boolean {
  const [ours, theirs] = [portsOf(model, one), portsOf(model, other)];
  if (ours === null || theirs === null || ours.has(ANY) || theirs.has(ANY)) return true;
  return [...ours].some((port) => theirs.has(port));
}

const ANY = '*';

/** The ports of the file's virtual hosts; null if it holds anything else. */
function portsOf({ main }: ServerModel, file: ModelFile): ReadonlySet<string> | null {
  const ports = new Set<string>();
  for (const item of main.items) {
    if (item.file !== file) continue;
    if (item.type === 'scope' && item.kind === 'virtualhost') {
      for (const address of item.args) ports.add(/:(\d+)$/.exec(address)?.[1] ?? ANY);
    } else if (!isSaidAnywhere(item)) return null;
  }
  return ports;
}

function isSaidAnywhere(item: Occurrence | Scope): boolean {
  return item.type === 'occurrence' && ANYWHERE.has(item.name);
}
