import { access } from './access.ts';
import { authentication } from './authentication.ts';
import { building } from './building.ts';
import { certificates } from './certificates.ts';
import { commands } from './commands.ts';
import { equivalences } from './equivalences.ts';
import { general } from './general.ts';
import { loading } from './loading.ts';
import { moduleValues } from './module-values.ts';
import { requests } from './requests.ts';
import { silentChanges } from './silent-changes.ts';
import { values } from './values.ts';
import type { Explanation } from '../types.ts';

/** All explanations. A message belongs to the first that knows it, so those that know most come first. */
export const explanations: readonly Explanation[] = [
  ...access,
  ...authentication,
  ...commands,
  ...values,
  ...moduleValues,
  ...loading,
  ...requests,
  ...certificates,
  ...silentChanges,
  ...building,
  ...equivalences,
  ...general,
];

export { symptoms } from './symptoms.ts';
