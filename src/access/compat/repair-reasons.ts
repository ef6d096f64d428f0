import { isGranted } from '../policy/index.ts';
import { authoritativeLines, liveOn24 } from '../rewrite/old-lines.ts';
import { isTakenBy24 } from './host-lines.ts';
import type { RepairPlan } from './plan-repairs.ts';

/** Why the section is repaired: what 2.4 makes of it as it is. Clauses, one for each thing that is written. */
export function repairReasons({ repair: { host, satisfy, trees } }: RepairPlan): string[] {
  return [
    ...(host === null
      ? []
      : ['a section with Satisfy drops the Order, Allow and Deny it inherits, and is open to everybody']),
    ...(satisfy !== null && satisfy.length > 0
      ? ['a section with host rules drops the Satisfy it inherits']
      : []),
    ...(satisfy?.length === 0 ? ['Satisfy any lets everybody through where no Require is in effect'] : []),
    ...(trees === null ? [] : [isOpen(trees) ? BARE_AUTH_TYPE : OTHER_REQUIRES]),
  ];
}

const BARE_AUTH_TYPE = 'an AuthType without a Require is answered 500';
const OTHER_REQUIRES =
  'Require lines are alternatives, and their first word counts with its case, where 2.2 let the first module decide that knew one';

function isOpen(trees: NonNullable<RepairPlan['repair']['trees']>): boolean {
  return trees.every(({ tree }) => isGranted(tree));
}

/** What stands in the section that 2.4 refuses to read, as written. */
export function refusedTexts({ sections }: RepairPlan): string[] {
  const lines = sections.flatMap((section) => authoritativeLines(section));
  const words = sections
    .flatMap((section) => liveOn24(section).filter(({ name }) => name === 'allow' || name === 'deny'))
    .flatMap(({ args }) => args.slice(1).filter((word) => !isTakenBy24(word)));
  return [...new Set([...lines.map(({ occurrence }) => occurrence.node.name.value), ...words])];
}
