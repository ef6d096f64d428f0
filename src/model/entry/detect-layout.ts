import { posix } from 'node:path';
import type { TreeReader } from '../reader/index.ts';
import type { LayoutName } from '../types.ts';
import type { TopLevel } from './top-level.ts';

/** What shows the layout: the main file, what stands in it and beside it. */
export interface LayoutEvidence {
  readonly entry: string;
  readonly topLevel: TopLevel;
  /** As stated, variables put in; null for none. */
  readonly serverRoot: string | null;
}

/** Whose layout the tree follows; `upstream` where nothing says otherwise. */
export function detectLayout(
  { entry, topLevel, serverRoot }: LayoutEvidence,
  reader: TreeReader,
): LayoutName {
  const folder = posix.dirname(entry);
  const has = (...names: string[]) => names.some((name) => reader.kindOf(posix.join(folder, name)) !== null);
  const root = serverRoot ?? '';
  const mentions = (pattern: RegExp) =>
    topLevel.directives.some(({ args }) => args.some(({ value }) => pattern.test(value)));

  if (posix.basename(entry).startsWith('apache2.conf') || has('mods-enabled')) return 'debian';
  if (/\/usr\/lib\d*\/apache2$/.test(root) || has('modules.d')) return 'gentoo';
  if (has('default-server.conf', 'uid.conf', 'sysconfig.d')) return 'suse';
  if (/\/etc\/apache2\d\b/.test(folder) || mentions(/(?:^|\/)etc\/apache2\d\//)) return 'freebsd';
  if (mentions(/^\/private\/etc\/apache2\/|(?:^|\/)libexec\/apache2\//)) return 'macos';
  // Arch and Slackware have the files of httpd's own docs/conf there.
  const hasOwnFiles = mentions(/(?:^|\/)extra\/httpd-/) && !mentions(/(?:^|\/)conf\.d\//);
  if ((root.endsWith('/etc/httpd') || /\/etc\/httpd\/conf\//.test(entry)) && !hasOwnFiles) return 'rhel';
  return serverRoot === null && mentions(/^conf\.d\/\*\.conf$/) ? 'rhel' : 'upstream';
}
