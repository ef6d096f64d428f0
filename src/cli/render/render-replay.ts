import { witnessWords } from '../../access/index.ts';
import { plural, printable } from '../../report/index.ts';
import type { Paint } from '../../report/index.ts';
import { statusWords } from './answer-words.ts';
import { curlLine } from './curl-line.ts';
import type { PlaceNamer } from './place-namer.ts';
import type { ChangedRequest, Tally } from '../replay/tally.ts';

/** What came of a log, for people: how many of its requests change, and which most often. */
export function replayLines(
  path: string,
  tally: Tally,
  shown: number,
  { paint, places }: { readonly paint: Paint; readonly places: PlaceNamer },
): string[] {
  const { requests, hostless, distinct, isCut, opened, closed, other, possible, model, changed } = tally;
  const sure = opened + closed + other;
  const judged = model.right + model.wrong;
  const list = topChanged(tally);
  return [
    paint.strong(
      `${printable(path)}: ${sure === 0 ? 'none' : sure} of ${plural(requests, 'request')} would be answered differently`,
    ),
    `  ${isCut ? 'more than ' : ''}${plural(distinct, 'different request')}; opened ${opened}, closed ${closed}, another status ${other}`,
    ...(possible === 0 ? [] : [`  ${possible} more might be: that depends on what the log does not show`]),
    ...leftOutLines(tally),
    ...(hostless === 0
      ? []
      : [`  ${plural(hostless, 'request')} without a host were asked of the default one (--log-host NAME)`]),
    ...(judged === 0
      ? []
      : [
          `  the status in the log is what the tool expects of 2.2 in ${percent(model.right, judged)} of the cases`,
        ]),
    ...list.slice(0, shown).flatMap((each) => changedLines(each, places)),
    ...(list.length > shown ? [`  and ${changed.size - shown} others`] : []),
  ];
}

function leftOutLines({ unread, pathless, firstUnread }: Tally): string[] {
  if (firstUnread === null) return [];
  const reasons = [
    { count: unread - pathless, why: 'of another format than common, combined, vhost_combined' },
    { count: pathless, why: 'with a request for no path (-, CONNECT, OPTIONS *)' },
  ];
  const counted = reasons.filter(({ count }) => count > 0).map(({ count, why }) => `${count} ${why}`);
  return [`  ${plural(unread, 'line')} left out, the first in line ${firstUnread}: ${counted.join('; ')}`];
}

/** The most frequent first, those that are sure before those that are possible. */
export function topChanged({ changed }: Tally): ChangedRequest[] {
  const rank = ({ answer }: ChangedRequest) => (answer.kind === 'different' ? 0 : 1);
  return [...changed.values()].toSorted((a, b) => rank(a) - rank(b) || b.count - a.count);
}

function changedLines({ request, answer, count }: ChangedRequest, places: PlaceNamer): string[] {
  const { before, after, witness, kind, beside, statuses, open } = answer;
  const words = (each: typeof before, status: number | null) =>
    each === null ? 'that depends' : statusWords(each, each === 'pass' ? status : null);
  const conditions = witness === null ? [] : witnessWords(witness);
  const when = kind === 'possible' && conditions.length > 0 ? ` (where ${conditions.join(', ')})` : '';
  const perhaps = kind === 'possible' ? 'perhaps ' : '';
  return [
    `  ${count}x  ${perhaps}2.2: ${words(before, statuses.before)}, 2.4: ${words(after, statuses.after)}${printable(when)}`,
    `      ${printable(curlLine(request))}`,
    ...(beside.before === beside.after ? [] : besideLines(beside)),
    ...open.map(({ file, node, args }) => {
      const rule = printable(`${node.name.value} ${args.join(' ')}`);
      return `      depends on ${rule}  ${places.line(file, node.span.start)}`;
    }),
  ];
}

function besideLines({ before, after }: ChangedRequest['answer']['beside']): string[] {
  return [
    ...(before === null ? [] : [`      2.2: ${printable(before)}`]),
    ...(after === null ? [] : [`      2.4: ${printable(after)}`]),
  ];
}

/** Rounded down, so that 100 means all. */
function percent(part: number, whole: number): string {
  return `${Math.floor((part / whole) * 1000) / 10} %`;
}
