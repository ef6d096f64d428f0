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
 * @param on work on so many things, ready to be done; the first has this number: no two pieces of work have the same, for what is known of one
 * thing is not found out again
 */
export function callsBeyondTwice(
  on: (things: number, first: number) => () => void,
  things: number,
): string[] {
  // The first time makes what is made once. What V8 had begun to optimize is put in place when a thread of its own is done with it, on a busy
  // machine late, and its calls are not counted until it is taken out again: so few things are counted before and after many.
  const [, before, many, after] = callsOf(
    on(things, 0),
    on(things, things),
    on(2 * things, 2 * things),
    on(things, 4 * things),
  );
  const fewOf = (place: string): number => Math.max(before?.get(place) ?? 0, after?.get(place) ?? 0);
  return [...(many ?? [])].flatMap(([place, times]) => {
    const few = fewOf(place);
    return times > 2.5 * few + 100 ? [`${place}: ${few}, then ${times}`] : [];
  });
}
