import type { FlowEvent } from './flow.ts';
import type { PrefixTable } from '../addresses/index.ts';
import { prefixTable } from '../addresses/index.ts';

/** The Location sections of one server, so that those that can match an address are found without asking all. */
export interface LocationTable {
  /** Those that name an address. */
  readonly plain: PrefixTable<FlowEvent>;
  readonly patterns: readonly FlowEvent[];
}

const NO_EVENTS: readonly FlowEvent[] = [];

export function locationTable(events: readonly FlowEvent[]): LocationTable {
  const isPlain = ({ path }: FlowEvent): boolean => path !== null;
  const areAllPlain = events.every(isPlain);
  return {
    plain: prefixTable(areAllPlain ? events : events.filter(isPlain), ({ path }) => path!),
    patterns: areAllPlain ? NO_EVENTS : events.filter(({ path }) => path === null),
  };
}
