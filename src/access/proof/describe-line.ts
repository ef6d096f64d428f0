import { quotedLine } from '../../model/index.ts';
import type { LineDifference } from '../routes/compare-routes.ts';

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
