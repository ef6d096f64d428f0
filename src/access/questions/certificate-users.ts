import { occurrencesOf } from '../../model/index.ts';
import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { mayMeetAnyOf } from '../sections/may-meet.ts';

/**
 * The SSLUserName lines that may be in force where a Require line asks for a user. mod_ssl gives the request that user before the rules are asked
 * (`ssl_hook_Access`, ssl_engine_kernel.c). 2.2 asks for the password all the same (`ap_process_request_internal`, server/request.c); 2.4 takes
 * the user for logged in (`authorize_userless`, mod_authz_core.c).
 */
export function certificateUsers(model: ServerModel): Occurrence[] {
  const lines = occurrencesOf(model, 'sslusername').filter(isRead);
  if (lines.length === 0 || !mayHaveTls(model)) return [];
  const asking = occurrencesOf(model, 'require').filter((line) => isRead(line) && asksForUser(line));
  const faking = occurrencesOf(model, 'ssloptions').filter(
    (line) => isRead(line) && line.args.some((word) => /^\+?FakeBasicAuth$/i.test(word)),
  );
  // With FakeBasicAuth the file of passwords is asked by both versions, and SSLUserName counts for nothing.
  const fakedIn = new Set(faking.map(({ scope }) => scope));
  const isFaked = (scope: Scope): boolean =>
    fakedIn.has(scope) || (scope.parent !== null && isFaked(scope.parent));
  const meetsAsking = mayMeetAnyOf(asking.map(({ scope }) => scope).filter((scope) => !isFaked(scope)));
  return lines.filter(({ scope }) => !isFaked(scope) && meetsAsking(scope));
}

function isRead({ on22, on24 }: Occurrence): boolean {
  return on22 !== 'no' || on24 !== 'no';
}

/** Files that are a part of a server may be read by a host with TLS. */
function mayHaveTls(model: ServerModel): boolean {
  const engines = occurrencesOf(model, 'sslengine').filter(isRead);
  return model.kind !== 'server' || engines.some(({ args }) => !/^off$/i.test(args[0] ?? ''));
}

/** `not` stands before what asks, too. */
function asksForUser({ node: { args } }: Occurrence): boolean {
  const words = args.map(({ value }) => value.toLowerCase());
  return !WITHOUT_USER.has((words[0] === 'not' ? words[1] : words[0]) ?? 'all');
}

const WITHOUT_USER: ReadonlySet<string> = new Set([
  'all',
  'env',
  'expr',
  'forward-dns',
  'host',
  'ip',
  'local',
  'method',
  'ssl',
  'ssl-verify-client',
]);
