import type { ServerModel } from '../model/index.ts';
import type { TargetProfile } from '../target/index.ts';

const MPM_IDENTIFIER = /^mpm_\w+_module$/;

/** The MPM that the 2.4 server runs: what the tree loads, else what is compiled in, else what the target loads; null if unknown. */
export function mpmOf(model: ServerModel, target: TargetProfile): string | null {
  const loaded = model.modules.find(({ identifier, occurrence }) => {
    return MPM_IDENTIFIER.test(identifier) && occurrence.on24 !== 'no';
  });
  const builtin = [...target.builtin].find((identifier) => MPM_IDENTIFIER.test(identifier));
  return loaded?.identifier ?? builtin ?? target.mpm;
}
