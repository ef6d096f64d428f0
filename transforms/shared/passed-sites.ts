import { compareNames } from '../../src/model/index.ts';
import type { IncludeLine, ModelFile, Occurrence, Scope, ServerModel } from '../../src/model/index.ts';
import { namesOf, serverNameOf } from '../../src/access/index.ts';
import { confName, folderOf } from './debian-folders.ts';

/**
 * Tells of a name in the folder that the line reads which names it comes behind with .conf at its end though it came before them, where that
 * can make a difference. Only names that begin with the whole of the other one can be such: `shop-old.conf` sorts before `shop.conf`.
 */
export function passedSites(model: ServerModel, line: IncludeLine): (name: string) => readonly string[] {
  const order = line.names.map((_, at) => nameIn(line, at));
  const places = new Map(order.map((name, at) => [name, at]));
  return (name) => {
    const place = places.get(name);
    if (place === undefined) return [];
    let end = place + 1;
    while (order[end]?.startsWith(name) === true) end++;
    return order.slice(place + 1, end).filter((other, at) => {
      const [one, two] = [line.files[place], line.files[place + 1 + at]];
      if (one === two || compareNames(confName(name), confName(other)) < 0) return false;
      if (one === undefined || two === undefined) return true;
      const newNames = [name, other].map(confName);
      return orderMatters(model, one, two) && !areLaterHosts(model, line, [one, two], newNames);
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

/**
 * Whether another host is the first of their address before and after, and no name is one of both: then each answers for its own names only.
 * @param newNames of both files in the folder that the line reads
 */
function areLaterHosts(
  { virtualHosts }: ServerModel,
  line: IncludeLine,
  files: readonly [ModelFile, ModelFile],
  newNames: readonly string[],
): boolean {
  const [first] = virtualHosts;
  const [ours, theirs] = files.map((file) => virtualHosts.filter((host) => host.file === file));
  const hosts = [...ours!, ...theirs!];
  if (first === undefined || hosts.includes(first) || first.guards.length > 0) return false;
  const at = line.files.indexOf(first.file);
  const firstName = at < 0 ? '' : confName(nameIn(line, at));
  if (newNames.some((name) => compareNames(firstName, name) >= 0)) return false;
  const areOfFirst = hosts.every(({ args }) => args.join(' ') === first.args.join(' '));
  const areNamed = hosts.every((host) => serverNameOf(host) !== undefined && !namesOf(host).some(isPattern));
  const known = new Set(ours!.flatMap(namesOf));
  return areOfFirst && areNamed && !theirs!.flatMap(namesOf).some((name) => known.has(name));
}

function isPattern(name: string): boolean {
  return /[*?]/.test(name);
}

/** What the folder that the line reads calls the file, or the folder around it. */
function nameIn(line: IncludeLine, at: number): string {
  return line.names[at]!.slice(folderOf(line).length + 1).split('/')[0] ?? '';
}

const ANY = '*';

/** The ports of the file's virtual hosts; null if it holds anything else. */
function portsOf({ main }: ServerModel, file: ModelFile): ReadonlySet<string> | null {
  const ports = new Set<string>();
  for (const item of main.items) {
    if (item.file !== file) continue;
    if (item.type === 'scope' && item.kind === 'virtualhost') {
      for (const address of item.args) ports.add(/:(\d+)$/.exec(address)?.[1] ?? ANY);
    } else if (!isSetAnywhere(item)) return null;
  }
  return ports;
}

function isSetAnywhere(item: Occurrence | Scope): boolean {
  return item.type === 'occurrence' && ANYWHERE.has(item.name);
}
