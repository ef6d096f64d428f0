import type { Stats } from 'node:fs';
import type { CheckedStep } from './check-step.ts';
import type { WriteNote } from './write-result.ts';

/** Renaming gives a name a new file: other names of the old one, outside of the patch set, keep the old text. */
export function noteHardLinks(checked: readonly CheckedStep[]): WriteNote[] {
  const changing = checked.flatMap((step) => ('before' in step && step.after !== step.before ? [step] : []));
  const names = new Map<string, number>();
  for (const { seen } of changing) names.set(inode(seen), (names.get(inode(seen)) ?? 0) + 1);
  return changing.flatMap(({ path, seen }) => {
    const others = seen.nlink - names.get(inode(seen))!;
    if (others <= 0) return [];
    return [
      {
        path,
        message: `had ${others} more ${others === 1 ? 'name' : 'names'} (hard links), which keep the old text`,
      },
    ];
  });
}

function inode({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}
