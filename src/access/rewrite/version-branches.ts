import type { AccessLine } from '../sections/types.ts';
import { canBeLive } from '../sections/worlds.ts';
import type { UnitPlan } from './plan.ts';

/** Whether the plan takes out a Require line from a branch of a template that is for 2.4 alone: its author wrote it for that server. */
export function changesBranchOf24({ remove }: UnitPlan): boolean {
  return remove.some(isOf24);
}

function isOf24({ name, guards }: AccessLine): boolean {
  const isInTemplate = guards.some(({ kind }) => kind === 'template');
  return name === 'require' && isInTemplate && !canBeLive(guards, '2.2');
}
