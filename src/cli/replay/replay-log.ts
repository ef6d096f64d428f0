import type { Replay } from '../../access/index.ts';
import { grouped, plural } from '../../report/index.ts';
import { parseLogLine } from './parse-log-line.ts';
import { readLog } from './read-log.ts';
import { createTeller, emptyTally } from './tally.ts';
import type { Tally } from './tally.ts';

/** Asks both trees about every request of a log; a sentence if the log can't be read, or holds nothing but other lines. */
export async function replayLog(
  path: string,
  logHost: string | null,
  replay: Replay,
  tick: (text: () => string) => void,
): Promise<Tally | string> {
  const tally = emptyTally();
  const tell = createTeller(replay, tally, logHost);
  let lineNumber = 0;
  const failure = await readLog(path, (line) => {
    lineNumber++;
    tick(() => `${grouped(tally.requests)} requests of the log compared`);
    if (line.trim() !== '') tell(parseLogLine(line), lineNumber);
  });
  if (failure !== null) return failure;
  if (tally.requests > 0 || tally.pathless > 0 || tally.unread === 0) return tally;
  return `--access-log ${path}: no request is in its ${plural(tally.unread, 'line')}; the formats common, combined and vhost_combined are known`;
}
