import { said } from '../../access/index.ts';
import { plural, printable } from '../../report/index.ts';
import type { Paint } from '../../report/index.ts';
import { ANSWER_WORDS } from './answer-words.ts';
import { curlLine } from './curl-line.ts';
import type { ChangedRequest, Tally } from '../replay/tally.ts';

/** What came of a log, for people: how many of its requests change, and which most often. */
export function replayLines(path: string, tally: Tally, shown: number, paint: Paint): string[] {
  const { requests, unread, hostless, distinct, isCut, opened, closed, other, possible, model, changed } =
    tally;
  const sure = opened + closed + other;
  const judged = model.right + model.wrong;
  const list = topChanged(tally);
  return [
    paint.strong(
      `${printable(path)}: ${sure === 0 ? 'none' : sure} of ${plural(requests, 'request')} would be answered differently`,
    ),
    `  ${isCut ? 'more than ' : ''}${plural(distinct, 'different request')}; opened ${opened}, closed ${closed}, another status ${other}`,
    ...(possible === 0 ? [] : [`  ${possible} more might be: that depends on what the log does not show`]),
    ...(unread === 0
      ? []
      : [`  ${plural(unread, 'line')} held no request of a known format (common, combined, vhost_combined)`]),
    ...(hostless === 0
      ? []
      : [`  ${plural(hostless, 'request')} without a host were asked of the default one (--log-host NAME)`]),
    ...(judged === 0
      ? []
      : [
          `  the status in the log is what the tool expects of 2.2 in ${percent(model.right, judged)} of the cases`,
        ]),
    ...list.slice(0, shown).flatMap(changedLines),
    ...(list.length > shown ? [`  and ${changed.size - shown} others`] : []),
  ];
}

/** The most frequent first, those that are sure before those that are possible. */
export function topChanged({ changed }: Tally): ChangedRequest[] {
  const rank = ({ answer }: ChangedRequest) => (answer.kind === 'different' ? 0 : 1);
  return [...changed.values()].toSorted((a, b) => rank(a) - rank(b) || b.count - a.count);
}

function changedLines({ request, answer, count }: ChangedRequest): string[] {
  const { before, after, witness, kind, beside } = answer;
  const words = (each: typeof before) => (each === null ? 'that depends' : ANSWER_WORDS[each]);
  const conditions = witness === null ? [] : said(witness);
  const when = kind === 'possible' && conditions.length > 0 ? ` (where ${conditions.join(', ')})` : '';
  return [
    `  ${count}x  2.2: ${words(before)}, 2.4: ${words(after)}${printable(when)}`,
    `      ${printable(curlLine(request))}`,
    ...(beside.before === beside.after ? [] : besideLines(beside)),
  ];
}

function besideLines({ before, after }: ChangedRequest['answer']['beside']): string[] {
  return [
    ...(before === null ? [] : [`      2.2: ${before}`]),
    ...(after === null ? [] : [`      2.4: ${after}`]),
  ];
}

/** Rounded down, so that 100 means all. */
function percent(part: number, whole: number): string {
  return `${Math.floor((part / whole) * 1000) / 10} %`;
}
