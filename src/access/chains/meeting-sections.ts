import type { ServerModel } from '../../model/index.ts';
import type { AccessSection } from '../sections/types.ts';
import { guardsOf } from '../sections/types.ts';
import type { World } from '../sections/worlds.ts';
import { undecidedGuards, worldsOf } from '../sections/worlds.ts';
import type { Flow } from './flow.ts';
import { indexSections } from './section-index.ts';
import { flowsOf } from './server-flows.ts';
import { groupBy } from '../../text/index.ts';

/**
 * The sections in groups: no request meets sections of two of them, so what is right for one does not depend on another. Whatever
 * guards are around a section, it is taken to be read.
 */
export function meetingSections(model: ServerModel, sections: readonly AccessSection[]): AccessSection[][] {
  const read = sections.map((section) => ({ section, side: 'both' as const }));
  const groups = createGroups(sections);
  for (const section of sections) if (section.parent !== null) groups.join(section, section.parent);
  const known = new Map<Flow, readonly AccessSection[]>();
  const meetIn = (flow: Flow): readonly AccessSection[] => {
    const same = known.get(flow);
    if (same !== undefined) return same;
    const own = flow.events.map(({ section }) => section);
    const [first] = own;
    // Inputs are other requests each; only what is met behind them meets them all.
    const before = flow.inputs.flatMap(meetIn);
    if (first !== undefined) for (const each of [...own, ...before]) groups.join(first, each);
    const met = first === undefined ? before : [first];
    known.set(flow, met);
    return met;
  };
  for (const world of worldsToMeetIn(sections)) {
    for (const flow of flowsOf(model, indexSections(read), world)) meetIn(flow);
  }
  return groups.all();
}

/** Lines that lead addresses may stand in guards, too. */
function worldsToMeetIn(sections: readonly AccessSection[]): World[] {
  const guards = sections.flatMap(guardsOf);
  const answers = (value: boolean): World =>
    new Map([...undecidedGuards(guards).keys()].map((key) => [key, value]));
  return worldsOf(guards) ?? [answers(true), answers(false)];
}

function createGroups(sections: readonly AccessSection[]) {
  const groupOf = new Map<AccessSection, AccessSection[]>(sections.map((section) => [section, [section]]));
  return {
    join(one: AccessSection, other: AccessSection): void {
      const [kept, gone] = [groupOf.get(one), groupOf.get(other)];
      if (kept === undefined || gone === undefined || kept === gone) return;
      kept.push(...gone);
      for (const each of gone) groupOf.set(each, kept);
    },
    /** Each in the order of the sections. */
    all: (): AccessSection[][] => [...groupBy(sections, (section) => groupOf.get(section)).values()],
  };
}
