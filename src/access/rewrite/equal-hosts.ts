import type { Scope } from '../../model/index.ts';
import { append, flatMap, groupBy } from '../../text/index.ts';
import type { HostSharing, MetElsewhere } from '../chains/index.ts';
import type { AccessSection } from '../sections/types.ts';
import type { World } from '../sections/worlds.ts';
import { isReadBySome } from '../sections/worlds.ts';
import type { Unit, UnitEffects } from './units.ts';

/** Virtual hosts that are planned as one like them was. */
export interface EqualHosts extends HostSharing {
  /** The section of the host that was planned which is to it what this one is to its own; null: this one is planned itself. */
  likeOf(unit: Unit): AccessSection | null;
  /** Whether another host is planned as this one was. */
  hasLike(host: Scope): boolean;
  /** Flows of other servers that are like those in which the section is met, which are left out for that. */
  metElsewhere(section: AccessSection): readonly MetElsewhere[];
  readonly isEmpty: boolean;
  /** Whether anything was not gone through, as it is like something else. */
  readonly hasLeftOut: boolean;
}

/**
 * @param units of which none depends on which host it is in
 * @param isEachPlanned whether hosts of one form are planned one by one: only flows that are like others are left out
 */
export function equalHosts(
  units: readonly Unit[],
  world: World,
  effectIn: UnitEffects,
  isEachPlanned = false,
): EqualHosts {
  const sections = flatMap(units, (unit) => unit.sections);
  const repeated = new Set(flatMap(units, (unit) => (unit.sections.length > 1 ? unit.sections : [])));
  const firstOfForm = new Map<string, Scope>();
  const likes = new Map<Scope, Scope>();
  const firsts = new Set<Scope>();
  const areAlike = (host: Scope): boolean => likes.has(host) || firsts.has(host);
  const elsewhere = new Map<AccessSection, MetElsewhere[]>();
  let isLeftOut = false;
  let inOrder: ReadonlyMap<Scope, readonly AccessSection[]> | null = null;
  const sectionsOf = (host: Scope): readonly AccessSection[] => {
    inOrder ??= groupBy(
      sections
        .filter((section) => areAlike(section.server) && isReadBySome(section, world))
        .toSorted((a, b) => a.scope.seq - b.scope.seq),
      ({ server }) => server,
    );
    return inOrder.get(host) ?? [];
  };
  return {
    effectOf(section) {
      // What several hosts include must be right in each.
      return repeated.has(section) ? null : effectIn(section, world);
    },
    isKnown(form, host) {
      if (isEachPlanned) return false;
      const first = firstOfForm.get(form);
      if (first === undefined) firstOfForm.set(form, host);
      else {
        likes.set(host, first);
        firsts.add(first);
      }
      return first !== undefined;
    },
    leaveOut(_flows, met) {
      isLeftOut = true;
      for (const each of met) append(elsewhere, each.section, each);
    },
    metElsewhere: (section) => elsewhere.get(section) ?? NOTHING_MET,
    hasLike: (host) => firsts.has(host),
    likeOf({ sections: [section] }) {
      const first = section === undefined ? undefined : likes.get(section.server);
      if (section === undefined || first === undefined) return null;
      return sectionsOf(first)[sectionsOf(section.server).indexOf(section)] ?? null;
    },
    get isEmpty() {
      return likes.size === 0;
    },
    get hasLeftOut() {
      return isLeftOut || likes.size > 0;
    },
  };
}

const NOTHING_MET: readonly MetElsewhere[] = [];
