import type { EffectOf, HostSharing } from '../chains/index.ts';

/** Virtual hosts of which one like them was found to be answered alike by both servers. */
export interface ProvenHosts extends HostSharing {
  /** The flows that came last were compared: so many, with a difference or without. */
  settle(flows: number, isAlike: boolean): void;
  /** How many flows the hosts have that were not gone through. */
  readonly flows: number;
}

export function provenHosts(effectOf: EffectOf): ProvenHosts {
  const proven = new Map<string, number>();
  let latest: string | null = null;
  let shared = 0;
  return {
    effectOf,
    isKnown(form) {
      const flows = proven.get(form);
      latest = flows === undefined ? form : null;
      shared += flows ?? 0;
      return flows !== undefined;
    },
    settle(flows, isAlike) {
      if (latest !== null && isAlike) proven.set(latest, flows);
      latest = null;
    },
    get flows() {
      return shared;
    },
  };
}
