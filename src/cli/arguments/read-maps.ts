import { resolve } from 'node:path';
import type { FolderMap } from '../command.ts';
import { repeatedOption, UsageError } from './given-options.ts';
import type { GivenOptions } from './given-options.ts';

/** What --map says of where served folders lie. @throws UsageError */
export function readMaps(given: GivenOptions): readonly FolderMap[] {
  return (repeatedOption(given, 'map') ?? []).map((word) => {
    const [, from, to] = /^((?:\/|[A-Za-z]:)[^=]*)=(.+)$/s.exec(word) ?? [];
    if (from === undefined || to === undefined) {
      throw new UsageError(
        '--map takes FROM=TO: a folder as the configuration names it, and where it lies here, such as --map /srv/www=copy/srv/www',
      );
    }
    return { from: from.replace(/(?<=.)\/+$/, ''), to: resolve(to) };
  });
}
