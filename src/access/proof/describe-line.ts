import type { LineDifference } from '../routes/compare-routes.ts';

type Told = Readonly<Record<LineDifference['change'], string>>;

const MOVED =
  'stands elsewhere among the lines that are tried in their order: another one may decide before it';

const TOLD: Readonly<Record<LineDifference['role'], Told>> = {
  refuses: {
    gone: 'refused requests and is gone: what it kept out is left to the access rules',
    come: 'is new: it refuses requests that were answered',
    moved: MOVED,
  },
  guards: {
    gone: 'is gone: what it asked for beside the access rules is no longer asked for',
    come: 'is new: it asks for more than the access rules do',
    moved: MOVED,
  },
  answers: {
    gone: 'is gone: requests that were redirected reach what the address leads to',
    come: 'is new: requests are redirected that reached what the address leads to',
    moved: MOVED,
  },
  leads: {
    gone: 'is gone: requests are led elsewhere, where other access rules may hold',
    come: 'is new: requests are led elsewhere, where other access rules may hold',
    moved: MOVED,
  },
  exposes: {
    gone: 'is gone',
    come: 'is new: it leads requests to a folder that no address led to before',
    moved: MOVED,
  },
  opens: {
    gone: 'is gone: the server is no forward proxy any more',
    come: 'is new: whomever the Proxy sections let in can use the server as a forward proxy',
    moved: MOVED,
  },
};

/** What a line that only one tree has means for requests. */
export function describeLine({ role, change, line }: LineDifference): string {
  return `${[line.node.name.value, ...line.args].join(' ')} ${TOLD[role][change]}.`;
}
