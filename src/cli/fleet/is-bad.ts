import { EXIT } from '../exit-code.ts';

/** Nothing of such a server is written. */
export function isBad(exitCode: number): boolean {
  return exitCode === EXIT.badInput || exitCode === EXIT.refused;
}
