import type { AccessSection } from '../sections/types.ts';

/** The walks of a request, in order (ap_process_request_internal, server/request.c). */
export type Step = 'directory' | 'pattern' | 'files' | 'location';

const RANK: Readonly<Record<Step, number>> = { directory: 1, pattern: 2, files: 3, location: 4 };

/** The walk a section takes part in. Proxy sections stand in the place of the directories for a proxied request. */
export function stepOf({ matcher }: AccessSection): Step {
  switch (matcher.type) {
    case 'directory':
    case 'directory-wildcard':
    case 'htaccess':
    case 'proxy':
    case 'proxy-wildcard':
    case 'proxy-regex':
      return 'directory';
    case 'directory-regex':
      return 'pattern';
    case 'files':
    case 'files-wildcard':
    case 'files-regex':
      return 'files';
    default:
      return 'location';
  }
}

/**
 * Numbers that, compared one after the other, give the order in which sections are merged for a request they all
 * apply to: directories by depth with the .htaccess file behind its directory's sections; patterns by the
 * slashes written in them (reorder_sorter); Files of the server before those inside directories; then Locations.
 * Within one rank the main server's come before the virtual host's, then reading order counts.
 */
export function mergeOrder(section: AccessSection): readonly number[] {
  const { matcher, scope, server, parent } = section;
  const ofHost = server.kind === 'virtualhost' ? 1 : 0;
  const { seq } = scope;
  const rank = RANK[stepOf(section)];
  switch (matcher.type) {
    case 'directory':
    case 'directory-wildcard':
      return [rank, matcher.path.length, 0, ofHost, seq];
    case 'htaccess':
      return [rank, matcher.path.length, 1, ofHost, seq];
    case 'directory-regex':
      return [rank, matcher.pattern.split('/').length, ofHost, seq];
    case 'files':
    case 'files-wildcard':
    case 'files-regex':
      return parent === null ? [rank, 0, ofHost, seq] : [rank, 1, ...mergeOrder(parent), seq];
    default:
      return [rank, ofHost, seq];
  }
}

export function compareOrder(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < a.length; at++) {
    if (a[at] !== b[at]) return a[at]! - (b[at] ?? 0);
  }
  return 0;
}
