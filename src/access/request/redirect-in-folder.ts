import type { Redirection } from '../addresses/index.ts';
import { fitsRedirection, readRedirection, redirectedStatus } from '../addresses/index.ts';
import type { Served } from './expected-status.ts';
import type { RequestTree } from './request-tree.ts';
import type { Round } from './round.ts';

/** `fixup_redir` (mod_alias.c): what a Redirect of a section or .htaccess file answers to a request that was let through. */
export function redirectInFolder(tree: RequestTree, { steps, address }: Round): Served | null {
  // merge_alias_dir_config puts those of the inner section first.
  for (const { section, isRead } of steps.toReversed()) {
    if (!isRead) continue;
    const lines = NAMES.flatMap((name) => tree.linesIn(section, name)).toSorted((a, b) => a.seq - b.seq);
    const met = lines.map(readRedirection).find((each) => isForAll(each) || fitsRedirection(each, address));
    if (met === undefined) continue;
    const status = redirectedStatus(met, address, tree.version);
    return { status, why: status === met.status ? redirectionReason(met) : NO_TARGET };
  }
  return null;
}

const NAMES = ['redirect', 'redirectmatch', 'redirectpermanent', 'redirecttemp'];

/** Since 2.4.19 a Location needs to give no path (`add_redirect_internal`, mod_alias.c). */
export function isForAll({ isPattern, status, from, to }: Redirection): boolean {
  return !isPattern && (isRedirect(status) ? to : from) === '';
}

const NO_TARGET = 'it is redirected to what is neither a URL nor a path';

function redirectionReason({ line, status }: Redirection): string {
  return `${line.node.name.value} ${isRedirect(status) ? 'redirects' : 'answers'} it`;
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}
