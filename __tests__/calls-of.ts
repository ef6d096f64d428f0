import { Session } from 'node:inspector';
import type { Profiler } from 'node:inspector';
import { fileURLToPath } from 'node:url';

/** How often each function of the program was called, by where it stands. */
type Calls = ReadonlyMap<string, number>;

/** What each of these pieces of work called: counted by V8, which what a method of a list does by itself (`indexOf`) is not. */
function callsOf(...pieces: readonly (() => void)[]): Calls[] {
  const session = new Session();
  session.connect();
  try {
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    return pieces.map((work) => {
      work();
      return takeCalls(session);
    });
  } finally {
    session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  }
}

/** Since the last time that this was asked. */
function takeCalls(session: Session): Calls {
  const calls = new Map<string, number>();
  session.post('Profiler.takePreciseCoverage', (error, taken) => {
    if (error !== null) throw error;
    for (const script of taken.result) for (const [place, times] of callsIn(script)) calls.set(place, times);
  });
  return calls;
}

function callsIn({ url, functions }: Profiler.ScriptCoverage): (readonly [string, number])[] {
  if (!/^file:.*\/(?:src|transforms)\//.test(url)) return [];
  const path = fileURLToPath(url).replace(/^.*\/(?=(?:src|transforms)\/)/, '');
  return functions.map(({ functionName, ranges: [whole] }) => [
    `${path} ${functionName} ${whole?.startOffset}`,
    whole?.count ?? 0,
  ]);
}

/**
 * The functions that are called far more than twice as often for twice as much: twice is what is to be expected, four times is the square.
 * @param most far more than so many times
 * @param on work on so many things, ready to be done; the first has this number: no two pieces of work have the same, for what is known of one
 * thing is not found out again
 */
export function callsBeyond(
  on: (things: number, first: number) => () => void,
  things: number,
  most = 2,
): string[] {
  // The first time makes what is made once. What is remembered of some texts (`rememberSome`) is forgotten when it is too much, which what ran
  // before in this process decides: in the midst of one piece of work, never of two that lie so near to each other. So all is counted twice.
  const [, few, many, fewAgain, manyAgain] = callsOf(
    on(things, 0),
    on(things, things),
    on(2 * things, 2 * things),
    on(things, 4 * things),
    on(2 * things, 5 * things),
  );
  return [...(many ?? [])].flatMap(([place, times]) => {
    const atMost = Math.max(few?.get(place) ?? 0, fewAgain?.get(place) ?? 0);
    const atLeast = Math.min(times, manyAgain?.get(place) ?? 0);
    return atLeast > 1.25 * most * atMost + 100 ? [`${place}: ${atMost}, then ${atLeast}`] : [];
  });
}
