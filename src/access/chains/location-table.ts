import { joinComponents } from '../folders/paths.ts';
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
  const isPlain = ({ section: { matcher } }: FlowEvent): boolean => matcher.type === 'location';
  return {
    plain: prefixTable(events.filter(isPlain), addressOf),
    patterns: events.every(isPlain) ? NO_EVENTS : events.filter((event) => !isPlain(event)),
  };
}

/** The address that a section names. */
function addressOf({ section: { matcher } }: FlowEvent): string {
  return matcher.type === 'location' ? joinComponents(matcher.path) : '/';
}
