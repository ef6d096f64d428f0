import { requireText } from '../require-text.ts';
import type { AccessLine } from '../sections.ts';
import { anchorLine } from './old-lines.ts';

/** New lines of a section and the old ones that go for them. */
export interface Replacement {
  readonly lines: readonly string[];
  readonly remove: readonly AccessLine[];
}

/**
 * The replacement without the Require lines that are among both: what both versions read alike need not stand twice. The order
 * of a section's own Require lines says nothing.
 */
export function keepEqualLines({ lines, remove }: Replacement): Replacement {
  const guards = anchorLine(remove)?.guards ?? [];
  const isKept = (line: AccessLine): boolean =>
    line.name === 'require' &&
    line.limits.length === 0 &&
    line.guards.length === guards.length &&
    line.guards.every(({ node }, i) => node === guards[i]?.node) &&
    lines.includes(requireLine(line));
  const kept = remove.filter(isKept);
  const texts = new Set(kept.map(requireLine));
  return {
    lines: lines.filter((line) => !texts.has(line)),
    remove: remove.filter((line) => !kept.includes(line)),
  };
}

function requireLine({ occurrence }: AccessLine): string {
  return `Require ${requireText(occurrence)}`;
}
