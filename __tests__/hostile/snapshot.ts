import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Names, kinds, bytes, modes, owners and times of all below a folder, links not followed. */
export function snapshot(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (path: string): void => {
    for (const name of readdirSync(path)) {
      const at = join(path, name);
      const stat = lstatSync(at);
      const { mode, uid, gid, size, mtimeMs } = stat;
      const content = stat.isFile()
        ? readFileSync(at, 'latin1')
        : stat.isSymbolicLink()
          ? readlinkSync(at)
          : '';
      found[at] = [
        mode,
        uid,
        gid,
        stat.isDirectory() ? '' : size,
        stat.isDirectory() ? '' : mtimeMs,
        content,
      ].join(' ');
      if (stat.isDirectory()) walk(at);
    }
  };
  walk(folder);
  return found;
}
