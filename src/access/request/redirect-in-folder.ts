import type { Occurrence } from '../../model/index.ts';
import type { Redirection } from '../addresses/index.ts';
import { fitsRedirection, readRedirection, redirectedStatus } from '../addresses/index.ts';
import { hasScheme } from '../commands/alias-words.ts';
import { isRedirectStatus } from '../commands/statuses.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import type { Served } from './expected-status.ts';
import { unknownWords } from './open-tests.ts';
import { rewriteVariable } from './request-facts.ts';
import type { RequestTree } from './request-tree.ts';
import type { Round } from './round.ts';

type ValueOf = (variable: string) => string | null;

/** `fixup_redir` (mod_alias.c): what a Redirect of a section or .htaccess file answers to a request that was let through. */
export function redirectInFolder(tree: RequestTree, request: ConcreteRequest, round: Round): Served | null {
  const { steps, address, env } = round;
  const read = steps
    .filter(({ isRead }) => isRead)
    .map(({ section }) =>
      REDIRECTS.flatMap((name) => tree.linesIn(section, name))
        .toSorted((a, b) => a.seq - b.seq)
        .map(readRedirection),
    );
  // Those for all are tried first (`try_redirect`).
  const forAll = read.flat().findLast(({ isForAll }) => isForAll);
  if (forAll !== undefined) {
    const server = tree.factsOf(round.server);
    const status = statusForAll(
      forAll,
      rewriteVariable(request, address, env, server, round.why === 'index'),
    );
    return { status, why: redirectionReason(forAll.line, status) };
  }
  // merge_alias_dir_config puts those of the inner section first.
  const met = read
    .toReversed()
    .flat()
    .find((each) => fitsRedirection(each, address));
  if (met === undefined) return null;
  const status = redirectedStatus(met, address, tree.version);
  return { status, why: redirectionReason(met.line, status) };
}

export const REDIRECTS = ['redirect', 'redirectmatch', 'redirectpermanent', 'redirecttemp'] as const;

/** Of a Redirect without a path. Null: what its expression makes is not known. */
export function statusForAll({ status, to }: Redirection, valueOf: ValueOf): number | null {
  if (!isRedirectStatus(status)) return status;
  const isTarget = startsAsTarget(to, valueOf);
  return isTarget === null ? null : isTarget ? status : 500;
}

/** Whether an expression makes a URL or a path, which its first characters tell. */
function startsAsTarget(expression: string, valueOf: ValueOf): boolean | null {
  let made = '';
  for (const [piece, name, escaped, unread] of expression.matchAll(PIECES)) {
    const value = name === undefined ? (escaped ?? piece) : valueOf(name.toUpperCase());
    if (value === null || unread !== undefined) return null;
    made += value;
    if (made.startsWith('/') || hasScheme(made)) return true;
    if (/[^A-Za-z0-9+.-]/.test(made)) return false;
  }
  return false;
}

/** `%{NAME}`, `\x`, calls and groups, of which nothing is known, and other characters. */
const PIECES = /%\{(\w+)\}|\\(.)|([%$]\{|\$\d)|./gs;

/** @param status what is answered */
export function redirectionReason(line: Occurrence, status: number | null): string {
  if (status === null) return unknownWords(line);
  const name = line.node.name.value;
  if (isRedirectStatus(status)) return `${name} redirects it`;
  return REDIRECTS.some((each) => each === line.name) && isRedirectStatus(readRedirection(line).status)
    ? 'it is redirected to what is neither a URL nor a path'
    : `${name} answers it`;
}
