import { calledHost } from '../hosts/host-names.ts';
import type { Answer } from '../policy/index.ts';
import type { ProofDifference } from './prove.ts';

const STATUS: Readonly<Record<Answer, string>> = {
  pass: 'lets it through',
  unauthorized: 'answers 401',
  forbidden: 'answers 403',
  serverError: 'answers 500',
};

function refusedFileHint({ refusedFiles, difference }: ProofDifference): string {
  if (refusedFiles.length === 0) return '';
  const which = new Intl.ListFormat('en', { type: 'disjunction' }).format(refusedFiles);
  return difference.before === 'serverError' ? takenSince(which) : refusedSince(which);
}

function takenSince(which: string): string {
  return ` The cause is a line of ${which} that AllowOverride does not permit or no module knows: permit it, or set AllowOverride None for that folder in a section of the virtual host, then run again.`;
}

/** Before 2.4.20 an AllowOverrideList opens .htaccess files which AllowOverride None keeps closed (ap_directory_walk, server/request.c). */
function refusedSince(which: string): string {
  return ` The cause is a line of ${which} that 2.4 does not take there. If 2.2 did not read the file (AllowOverride None), the AllowOverrideList that is written above it for AllowOverride Limit opens it before 2.4.20. Take the file or the line away if it should not count; or write AllowOverride AuthConfig Limit in the place of AllowOverride Limit above it, which lets those .htaccess files set up logins; or migrate for 2.4.20 or later. Then run again.`;
}

/** The difference as a request that a person can try. */
export function describeDifference(difference: ProofDifference): string {
  return describe(difference, '2.2');
}

/** The same where a half-migrated tree was read by a 2.4 with mod_access_compat. */
export function describeHalfDifference(difference: ProofDifference): string {
  return describe(difference, '2.4 with mod_access_compat');
}

function describe(found: ProofDifference, server: string): string {
  const { flow, difference } = found;
  const { witness, before, after, method } = difference;
  const { server: asked, address, folder, fileName, ledTo } = flow.about;
  const place = [
    address === null ? null : `the address ${address}`,
    folder === null ? null : `the folder ${folder}`,
    ledTo === undefined ? null : `which led to ${ledToText(ledTo)}`,
    fileName === null ? null : `a file named ${fileName}`,
  ].filter((part) => part !== null);
  const name = witness.hostName === null ? '' : ` (${witness.hostName})`;
  const who = [
    `from ${witness.address}${name}`,
    witness.user === null ? 'not logged in' : `as ${witness.user}`,
    witness.env.length === 0 ? null : `with ${witness.env.join(', ')} set`,
    witness.tests.length === 0 ? null : `that meets ${witness.tests.join(', ')}`,
  ].filter((part) => part !== null);
  const verb = method === '*' ? 'A request of another method' : `A ${method} request`;
  const host = calledHost(asked);
  const on = host === null ? '' : ` on ${host}`;
  return `${verb}${on} for ${place.join(', ') || 'any address'} ${who.join(', ')}: ${server} ${STATUS[before]}, 2.4 would ${future(after)}.${refusedFileHint(found)}`;
}

function ledToText(ledTo: NonNullable<ProofDifference['flow']['about']['ledTo']>): string {
  if ('folder' in ledTo) return ledTo.folder;
  return ledTo.proxied === '' ? 'a proxied address' : ledTo.proxied;
}

function future(answer: Answer): string {
  return answer === 'pass' ? 'let it through' : STATUS[answer].replace('answers', 'answer');
}
