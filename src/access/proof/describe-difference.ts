import { patchRelease } from '../../catalog/index.ts';
import { calledHost } from '../hosts/host-names.ts';
import type { Answer } from '../policy/index.ts';
import type { ProofDifference } from './prove.ts';
import { quotedLine } from '../../model/index.ts';
import type { LineDifference } from '../routes/compare-routes.ts';

const STATUS: Readonly<Record<Answer, string>> = {
  pass: 'lets it through',
  unauthorized: 'answers 401',
  forbidden: 'answers 403',
  serverError: 'answers 500',
};

function refusedFileHint({ refusedFiles, difference }: ProofDifference, release: string | null): string {
  if (refusedFiles.length === 0) return '';
  const which = new Intl.ListFormat('en', { type: 'disjunction' }).format(refusedFiles);
  return difference.before === 'serverError' ? takenSince(which) : refusedSince(which, release);
}

function takenSince(which: string): string {
  return ` The cause is a line of ${which} that AllowOverride does not permit or no module knows: permit it, or set AllowOverride None for that folder in a section of the virtual host, then run again.`;
}

/** From this release on an AllowOverrideList opens no file that AllowOverride None keeps closed. */
const KEEPS_CLOSED = 20;

/** Before it it does (ap_directory_walk, server/request.c). */
function refusedSince(which: string, release: string | null): string {
  const cause = ` The cause is a line of ${which} that 2.4 does not take there.`;
  if (release === null || patchRelease(release) >= KEEPS_CLOSED)
    return `${cause} Take the file or the line away if it should not count, or permit it with AllowOverride in a section of the virtual host, then run again.`;
  return `${cause} If 2.2 did not read the file (AllowOverride None), the AllowOverrideList that is written above it for AllowOverride Limit opens it before 2.4.20. Take the file or the line away if it should not count; or write AllowOverride AuthConfig Limit in the place of AllowOverride Limit above it, which lets those .htaccess files set up logins; or migrate for 2.4.20 or later. Then run again.`;
}

/** The difference as a request that a person can try. @param release of 2.4; null: it is not known */
export function describeDifference(difference: ProofDifference, release: string | null): string {
  return describe(difference, '2.2', release);
}

/** The same where a half-migrated tree was read by a 2.4 with mod_access_compat. */
export function describeHalfDifference(difference: ProofDifference, release: string | null): string {
  return describe(difference, '2.4 with mod_access_compat', release);
}

function describe(found: ProofDifference, server: string, release: string | null): string {
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
  return `${verb}${on} for ${place.join(', ') || 'any address'} ${who.join(', ')}: ${server} ${STATUS[before]}, 2.4 would ${future(after)}.${refusedFileHint(found, release)}`;
}

function ledToText(ledTo: NonNullable<ProofDifference['flow']['about']['ledTo']>): string {
  if ('folder' in ledTo) return ledTo.folder;
  return ledTo.proxied === '' ? 'a proxied address' : ledTo.proxied;
}

function future(answer: Answer): string {
  return answer === 'pass' ? 'let it through' : STATUS[answer].replace('answers', 'answer');
}

type Change = LineDifference['change'];

const HAPPENED: Readonly<Record<Change, string>> = {
  gone: 'is gone',
  come: 'is new',
  moved: 'has another place among the lines that are tried in order',
  unread: 'is in a .htaccess file that AllowOverride no longer lets the server read',
  read: 'is in a .htaccess file that AllowOverride now lets the server read',
};

const ELSEWHERE = 'requests are led elsewhere, where other access rules may apply';

/** What comes of it where the line no longer counts, and where it did not count before. */
const EFFECTS: Readonly<Record<LineDifference['role'], { readonly lost: string; readonly won: string }>> = {
  refuses: {
    lost: 'requests that it refused are left to the access rules',
    won: 'it refuses requests that were answered',
  },
  guards: {
    lost: 'what it required beside the access rules is no longer required',
    won: 'it requires more than the access rules do',
  },
  answers: {
    lost: 'requests that were redirected reach what the address leads to',
    won: 'requests are redirected that reached what the address leads to',
  },
  leads: { lost: ELSEWHERE, won: ELSEWHERE },
  exposes: {
    lost: 'no address leads to the folder any more',
    won: 'it leads requests to a folder that no address led to before',
  },
  subjects: {
    lost: 'its addresses no longer lead to a folder where other lines refuse or guard requests',
    won: 'it leads requests to a folder where other lines refuse or guard them',
  },
  opens: {
    lost: 'the server is no forward proxy any more',
    won: 'whomever the Proxy sections let in can use the server as a forward proxy',
  },
};

/** What a line that does not count in both trees alike means for requests. */
export function describeLine({ role, change, line }: LineDifference): string {
  return `${quotedLine(line)} ${HAPPENED[change]}: ${effectOf(role, change)}.`;
}

function effectOf(role: LineDifference['role'], change: Change): string {
  if (change === 'moved') return 'another one may decide before it';
  const { lost, won } = EFFECTS[role];
  return change === 'gone' || change === 'unread' ? lost : won;
}
