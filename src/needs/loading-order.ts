import { isMpm, moduleFacts } from '../catalog/index.ts';
import type { Need } from './types.ts';

/** The needs with the MPM first, the others by name, but each behind those without which it cannot be loaded. */
export function inLoadingOrder(needs: readonly Need[]): readonly Need[] {
  const byName = [...needs].toSorted((a, b) => rank(a) - rank(b) || (a.identifier < b.identifier ? -1 : 1));
  const ordered = new Set<Need>();
  for (const need of byName) {
    for (const required of byName.filter(({ identifier }) => loadsBefore(identifier, need.identifier))) {
      ordered.add(required);
    }
    ordered.add(need);
  }
  return [...ordered];
}

/** Whether the second module's file holds symbols of the first one's, so that it cannot be loaded before it. */
export function loadsBefore(first: string, second: string): boolean {
  const requires = moduleFacts(second)?.requires ?? [];
  return requires.some(({ kind, always, anyOf }) => kind === 'load' && always && anyOf.includes(first));
}

function rank({ identifier }: Need): number {
  return isMpm(identifier) ? 0 : 1;
}
