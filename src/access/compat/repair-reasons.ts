import { isGranted } from '../policy/index.ts';
import { authoritativeLines, liveOn24 } from '../rewrite/old-lines.ts';
import { isTakenBy24 } from './host-lines.ts';
import type { RepairPlan } from './plan-repairs.ts';

/** Why the section is repaired: what 2.4 makes of it as it is. Clauses, one for each thing that is written. */
export function repairReasons({ sections, repair: { host, satisfy, trees } }: RepairPlan): string[] {
  const hasOwn = sections.some((section) => liveOn24(section).some(({ name }) => name === 'satisfy'));
  return [
    ...(host !== null ? [ONE_RECORD] : []),
    ...(satisfy !== null && hasOwn ? [NO_REQUIRE] : []),
    ...(satisfy !== null && !hasOwn && host === null ? [NO_SATISFY] : []),
    ...(trees === null ? [] : [isOpen(trees) ? BARE_AUTH_TYPE : OTHER_REQUIRES]),
  ];
}

const ONE_RECORD =
  'it takes Satisfy together with the Order, Allow and Deny of one section, so that those which this one inherits would not count with it';
const NO_SATISFY = 'a section with host rules drops the Satisfy it inherits';
const NO_REQUIRE = 'Satisfy any lets everybody through where no Require is in effect';
const BARE_AUTH_TYPE = 'an AuthType without a Require is answered 500';
const OTHER_REQUIRES =
  'all Require lines are alternatives, and their first word counts with its case, where in 2.2 the first module decided that knew one';

function isOpen(trees: NonNullable<RepairPlan['repair']['trees']>): boolean {
  return trees.every(({ tree }) => isGranted(tree));
}

/** What stands in the section that 2.4 refuses to read, as written. */
export function refusedTexts({ sections }: RepairPlan): string[] {
  const lines = sections.flatMap((section) => authoritativeLines(section));
  const words = sections
    .flatMap((section) => liveOn24(section).filter(({ name }) => name === 'allow' || name === 'deny'))
    .flatMap(({ args }) => args.filter((word) => !isTakenBy24(word)));
  return [...new Set([...lines.map(({ occurrence }) => occurrence.node.name.value), ...words])];
}
