import { numbering } from '../../text/index.ts';
import type { AddressMap, PrefixLine } from '../addresses/index.ts';
import { isPathAtOrBelow, pathsTo } from '../folders/paths.ts';
import type { AccessSection } from '../sections/types.ts';
import type { Scope } from '../../model/index.ts';
import type { FlowEvent } from './flow.ts';
import type { MetElsewhere } from './folder-classes.ts';
import type { FolderTable } from './folder-table.ts';
import type { EffectOf } from './propagate.ts';
import type { SectionLists } from './section-index.ts';

/** What the flows of one virtual host are made of. */
export interface HostParts {
  readonly map: AddressMap;
  readonly folders: FolderTable;
  /** All sections of the host itself. */
  readonly events: readonly FlowEvent[];
  readonly own: SectionLists;
  readonly main: SectionLists;
  /** Of all servers: each reads all of them. */
  readonly htaccess: SectionLists;
}

/**
 * Forms that can be compared with one another.
 * @param all the sections of each host: most are like no other by what their sections do alone, and get no form
 */
export function createHostForms(
  effectOf: EffectOf,
  all: Iterable<readonly FlowEvent[]>,
): (host: HostParts) => string | null {
  const numberOf = numbering<object>();
  const firstBySign = new Map<number, readonly FlowEvent[]>();
  const alike = new Set<readonly FlowEvent[]>();
  for (const events of all) {
    const sign = effectsSign(events, effectOf, numberOf);
    const first = firstBySign.get(sign);
    if (first === undefined) firstBySign.set(sign, events);
    else alike.add(first).add(events);
  }
  const isUnlike = (events: readonly FlowEvent[]): boolean => events.length > 0 && !alike.has(events);
  return (host) => (isUnlike(host.events) ? null : hostForm(host, effectOf, numberOf));
}

/** The same for hosts whose sections do the same, in any order; others may have it, too. */
function effectsSign(
  events: readonly FlowEvent[],
  effectOf: EffectOf,
  numberOf: (one: object) => number,
): number {
  let sign = 0;
  for (let i = 0; i < events.length; i++) {
    const effect = effectOf(events[i]!.section);
    sign += effect === null ? 1 : (numberOf(effect) + 2) ** 2;
  }
  return sign;
}

/**
 * All that the flows of the host depend on, but for its own names and the place of the folder that it serves: hosts of one form have the
 * same flows, which lead from equal states to equal ones (docs/access-proof.md, Flows). Null where something leads its addresses to
 * folders that can't be followed, or where what a section does depends on the request.
 */
function hostForm(host: HostParts, effectOf: EffectOf, numberOf: (one: object) => number): string | null {
  const { map, folders } = host;
  if (
    map.opaque.length + map.maybeProxied.length + map.maybeKept.length + map.answered.all.length > 0 ||
    map.forwards
  )
    return null;
  const served = ownFolder(host);
  const called = (path: string): string =>
    served !== null && isPathAtOrBelow(path, served) ? `\0${path.slice(served.length)}` : path;
  const mapped = (lines: readonly (PrefixLine & { readonly isUnsure: boolean })[]) =>
    lines.map(({ prefix, to, isUnsure }) => [prefix, called(to), isUnsure]);
  const around = served === null ? [] : pathsTo(served).map((path) => folders.regions.has(path) && path);
  const inside = served === null ? [] : folders.beginningWith(`${served}/`).map(called);
  const events = host.events.toSorted((a, b) => a.section.scope.seq - b.section.scope.seq);
  const places = new Map<AccessSection, number>();
  const sections: unknown[] = [];
  for (const { section, side, path } of events) {
    const effect = effectOf(section);
    const parent = section.parent === null ? -1 : places.get(section.parent);
    if (effect === null || parent === undefined) return null;
    places.set(section, places.size);
    sections.push([side, numberOf(effect), parent, matcherIn(section, path, called), section.mayBeFile]);
  }
  return JSON.stringify([
    mapped(map.proxied.all),
    mapped(map.aliased.all),
    around.slice(0, -1),
    inside,
    sections,
  ]);
}

function matcherIn(
  { matcher }: AccessSection,
  path: string | null,
  called: (path: string) => string,
): unknown {
  return matcher.type === 'directory' && path !== null ? [matcher.type, called(path)] : matcher;
}

/**
 * The host's DocumentRoot, if it makes no difference where that lies: nothing but the host's own sections speaks of it and of what is in
 * it, no pattern is matched against it, and no address leads there from above. Null: it counts as it is called.
 */
function ownFolder({ map, folders, own, main, htaccess }: HostParts): string | null {
  const roots = map.aliased.all.filter(({ path }) => path === '/');
  const [root] = roots;
  const served = root?.to.replace(/\/$/, '') ?? '';
  if (root === undefined || roots.length > 1 || served === '') return null;
  const all = [own, main, htaccess];
  if (all.some(({ wildcards, patterns }) => wildcards.length + patterns.length > 0)) return null;
  const others = map.aliased.all.filter((line) => line !== root);
  if (others.some(({ to }) => served.startsWith(to.replace(/\/$/, '')))) return null;
  const isForeign = (folder: string): boolean =>
    all.some((lists) => lists !== own && lists.byPath.has(folder));
  return folders.beginningWith(`${served}/`).some(isForeign) ? null : served;
}

/** What tells a walk which hosts need not be gone through. */
export interface HostSharing {
  readonly effectOf: EffectOf;
  /** Whether the flows of a host of this form need not be gone through once more; if not, those of this host are the next. */
  isKnown(form: string, host: Scope): boolean;
  /**
   * Told how many flows are not gone through, as they lead through the same sections as others, or through such as do the same; null: all are.
   * @param met the latter
   */
  readonly leaveOut: ((flows: number, met: readonly MetElsewhere[]) => void) | null;
}
