import { lastFor } from '../policy/index.ts';
import type { Recorder } from './recorder.ts';
import type { RequestTree, ServerFacts } from './request-tree.ts';
import type { EarlyAnswer } from './round.ts';
import { speaksTls } from './server-identity.ts';

/**
 * What mod_allowmethods answers, before anything else is asked about access (`am_check_access`): of the sections met the last one that has an
 * AllowMethods counts, with all of its lines. Null: nothing.
 * @param method GET for HEAD
 */
export function refusedMethod(tree: RequestTree, recorder: Recorder, method: string): EarlyAnswer | null {
  // What is wrong with a .htaccess file is answered before.
  if (recorder.walk.failed) return null;
  const read = recorder.steps.filter(({ isRead }) => isRead);
  const lines = read.map(({ section }) => tree.linesIn(section, 'allowmethods'));
  const inForce = lines.findLast((each) => each.length > 0) ?? [];
  const start = inForce.findLastIndex(({ args }) => isReset(args)) + 1;
  const allowed = inForce.slice(start).flatMap(({ args }) => args);
  const isAllowed = allowed.some((each) => (each === 'HEAD' ? 'GET' : each) === method);
  if (allowed.length === 0 || isAllowed) return null;
  return { status: 405, why: `AllowMethods ${allowed.join(' ')} does not permit ${method}` };
}

function isReset(args: readonly string[]): boolean {
  return args.length === 1 && args[0]?.toLowerCase() === 'reset';
}

/**
 * What SSLRequireSSL answers to a request without TLS, as any section met says so (`ssl_hook_Access`, mod_ssl; ssl_config_perdir_merge).
 * Null: nothing.
 */
export function refusedWithoutTls(
  tree: RequestTree,
  recorder: Recorder,
  { lines }: Pick<ServerFacts, 'lines'>,
): EarlyAnswer | null {
  if (recorder.walk.failed || speaksTls(lines) !== 'off') return null;
  const isAsked = recorder.steps.some(
    ({ isRead, section }) => isRead && tree.linesIn(section, 'sslrequiressl').length > 0,
  );
  return isAsked ? { status: 403, why: 'SSLRequireSSL: the request does not use TLS' } : null;
}

/** Satisfy any: they refuse as Order, Allow and Deny would, and who meets Require is let in. */
export function isSatisfiedElsewise(tree: RequestTree, { walk }: Recorder, method: string): boolean {
  const force = walk.inForce();
  if (force.version === '2.2') return lastFor(force.state.satisfy, method) === 'any';
  if (!tree.hasAccessCompat || force.state.compat === null) return false;
  return lastFor(force.state.compat.satisfy, method) === 'any';
}
