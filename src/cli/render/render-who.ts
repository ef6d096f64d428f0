import type {
  Answer,
  Asked,
  ConcreteRequest,
  PossibleAnswer,
  Reply,
  Round,
  Step,
} from '../../access/index.ts';
import {
  contributionsOf,
  errorRedirect,
  inForceLines,
  titleOf,
  withoutDrivePath,
} from '../../access/index.ts';
import type { Occurrence, Scope } from '../../model/index.ts';
import { painter, plural, printable } from '../../report/index.ts';
import type { Paint } from '../../report/index.ts';
import { statusWords } from './answer-words.ts';
import { guardWords } from './guard-words.ts';
import { placeNamer } from './place-namer.ts';
import type { PlaceNamer } from './place-namer.ts';

interface WhoStyle {
  readonly color: boolean;
  /** The folder that paths are shown from. */
  readonly from: string;
  /** Sections that say nothing about access, too. */
  readonly isVerbose: boolean;
}

interface Telling {
  readonly asked: Asked;
  readonly places: PlaceNamer;
  readonly paint: Paint;
  readonly isVerbose: boolean;
}

/** The way of a request through a tree, and its answer, for people. */
export function renderWho(
  asked: Asked,
  request: ConcreteRequest,
  { color, from, isVerbose }: WhoStyle,
): string {
  const telling: Telling = { asked, places: placeNamer(from), paint: painter(color), isVerbose };
  const { evaluation } = asked;
  const parts = [
    [telling.paint.strong(printable(requestLine(asked, request))), serverLine(telling)],
    refusedLines(telling),
    ...evaluation.rounds.map((round) => roundLines(round, telling)),
    answerLines(telling),
    assumptionLines(telling),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function requestLine({ tree }: Asked, request: ConcreteRequest): string {
  const { method, host, port, path, query, client, user } = request;
  const address = `${host === null || host === '' ? '' : `http://${host}${port === null ? '' : `:${port}`}`}${path}${query === '' ? '' : `?${query}`}`;
  const who = [client === null ? '' : ` from ${client}`, user === null ? '' : ` as ${user}`].join('');
  return `${method} ${address}${who}, as Apache ${tree.version} answers it`;
}

function serverLine({ asked: { evaluation, tree }, places }: Telling): string {
  const { server, serverReason } = evaluation;
  const isMain = server === tree.model.main;
  const name = isMain ? 'the main server' : titleOf(server);
  const place = server.node === null ? '' : ` (${places.line(server.file, server.node.span.start)})`;
  return `Server    ${printable(name)}${place}: ${serverReason}`;
}

const MOST_REFUSED = 5;

/** Lines that keep the server from starting: all else is as if they were not there. */
function refusedLines({ asked: { refused, unreadable, tree }, places, paint }: Telling): string[] {
  const all = [
    ...unreadable.map(({ file, offset, message }) => `${places.line(file, offset)}: ${printable(message)}`),
    ...refused.map(({ line, message }) => `${placeOf(line, places)}: ${printable(message)}`),
  ];
  if (all.length === 0) return [];
  const head = `Apache ${tree.version} does not start with this:`;
  const lines = all.slice(0, MOST_REFUSED).map((text) => `  ${text}`);
  const more = all.length - lines.length;
  const rest = more > 0 ? [`  and ${plural(more, 'more line')}`] : [];
  return [
    paint.level('error', head),
    ...lines,
    ...rest,
    '  What follows is as if these lines were not there.',
  ];
}

const ROUND_WORDS: Readonly<Record<Round['why'], string>> = {
  request: 'Address  ',
  index: 'Index    ',
  variant: 'Variant  ',
  rewritten: 'Rewritten',
};

function roundLines(round: Round, telling: Telling): string[] {
  const { places, paint, isVerbose } = telling;
  const { mapped, early, steps } = round;
  const by =
    mapped.by === null
      ? ''
      : ` (${lineText(mapped.by)}, ${places.line(mapped.by.file, mapped.by.node.span.start)})`;
  const head = `${ROUND_WORDS[round.why]} ${printable(round.address)} is ${printable(targetWords(round))}${by}`;
  if (isAsBefore(round, telling)) return [head, '  the same sections apply: what was let through stays so'];
  const shown = steps.filter(({ section, isRead }) => isVerbose || !isRead || section.entries.length > 0);
  const lines = shown.flatMap((step, index) => stepLines(step, index + 1, telling));
  const silent = steps.length - shown.length;
  const note = silent === 0 ? [] : [paint.faint(`  (${silent} more, silent about access: --verbose)`)];
  const none = shown.length === 0 && early === null ? ['  no section that speaks of access applies'] : [];
  return [head, ...(early === null ? [] : [`  ${early.why}`]), ...lines, ...none, ...note];
}

/** Whether an index file meets nothing that its folder did not meet. */
function isAsBefore({ why, steps }: Round, { asked }: Telling): boolean {
  const [first] = asked.evaluation.rounds;
  const speaking = (list: readonly Step[]) => list.filter(({ section }) => section.entries.length > 0);
  if (why !== 'index' || first === undefined) return false;
  const [a, b] = [speaking(first.steps), speaking(steps)];
  return a.length === b.length && a.every(({ section }, i) => section === b[i]?.section);
}

function lineText({ node, args }: Occurrence): string {
  return printable(`${node.name.value} ${args.slice(0, 2).join(' ')}`);
}

function targetWords({ mapped: { target }, file }: Round): string {
  switch (target.type) {
    case 'proxy':
      return `proxied to ${target.url}`;
    case 'answered':
      return `answered with ${target.status}`;
    case 'unknown':
      return 'a place that the configuration does not show';
    case 'file': {
      const isMissing = file?.kind === 'nothing' ? ', which does not exist' : '';
      const info =
        file === null || file.pathInfo === '' || isMissing !== '' ? '' : `, with PATH_INFO ${file.pathInfo}`;
      return `${withoutDrivePath(file?.path ?? target.path)}${info}${isMissing}`;
    }
  }
}

function stepLines(
  { section, isRead, after }: Step,
  number: number,
  { asked, places, paint }: Telling,
): string[] {
  const { tree } = asked;
  const head = `${String(number).padStart(3)}. ${paint.strong(printable(titleOf(section.scope)))}  ${placeOf(section.scope, places)}`;
  if (!isRead) return [head, paint.faint('       not read: AllowOverride None is in force')];
  const own = contributionsOf(section, tree.version, tree.world);
  const lines = own.map(({ text, depth, from }) => {
    const line = places.lineNumber(from.file, offsetOf(from));
    return `     ${String(line).padStart(5)}: ${'  '.repeat(depth)}${printable(text)}`;
  });
  return [head, ...lines, ...inForce(after).map((line) => paint.faint(`       ${line}`))];
}

/** On one line, but for what stands in containers. */
function inForce(after: Step['after']): string[] {
  const lines = inForceLines(after.inForce()).map(printable);
  if (lines.some((line) => line.trimStart().startsWith('<'))) {
    return ['now in force:', ...lines.map((line) => `  ${line}`)];
  }
  return [
    `now in force: ${lines.length === 0 ? 'no access rule' : lines.map((line) => line.trim()).join('; ')}`,
  ];
}

function offsetOf({ node }: Occurrence | Scope): number {
  return node?.span.start ?? 0;
}

function placeOf({ file, node }: Occurrence | Scope, places: PlaceNamer): string {
  return node === null ? places.file(file.path) : places.line(file, node.span.start);
}

function answerLines({ asked, places, paint }: Telling): string[] {
  const { possible, decision, served, openQuestions, otherwise } = asked;
  const [only, more] = possible;
  const isOne = more === undefined;
  const head = isOne ? answerWords(only) : 'that depends';
  const reason = isOne && isBeside(asked) ? served.why : (decision?.reason ?? '');
  const sections = (isOne && isBeside(asked) ? [] : (decision?.sections ?? [])).map(
    ({ scope }) => `  ${printable(titleOf(scope))}  ${placeOf(scope, places)}`,
  );
  const cases = isOne
    ? []
    : [
        ...possible.map((answer) => caseLine(answer)),
        `  It depends on: ${printable(openQuestions.join(', '))}`,
      ];
  const worlds = otherwise.map(({ guards, possible: other }) => {
    const answers = other.map(({ answer, status }) => statusWords(answer, status)).join(' or ');
    return `  If ${printable(guards.map((guard) => guardWords(guard)).join(' and '))}: ${answers}`;
  });
  return [
    paint.strong(`Answer    ${head}`),
    ...(reason === '' ? [] : [`  ${printable(reason)}`]),
    ...sections,
    ...(isOne ? thenLine(asked, only) : []),
    ...possible.flatMap(({ answer, reply }) => redirectLine(reply, answer, places)),
    ...cases,
    ...worlds,
  ];
}

/** Whether something beside the access rules answered. */
function isBeside({ evaluation: { beside, rounds } }: Asked): boolean {
  return beside !== null || (rounds.at(-1)?.early ?? null) !== null;
}

function answerWords(only: PossibleAnswer | undefined): string {
  if (only === undefined) return 'none';
  const words = statusWords(only.answer, only.status);
  const { status, why } = only.reply.served;
  return only.answer === 'pass' && status === null ? `${words}; ${printable(why)}` : words;
}

/** What happens to a request that is let through; that a file is sent needs no words. */
function thenLine(asked: Asked, only: PossibleAnswer | undefined): string[] {
  const { status, why } = asked.served;
  const isOdd = only?.answer === 'pass' && status !== null && status !== 200 && !isBeside(asked);
  return isOdd ? [`  then: ${printable(why)}`] : [];
}

/** Which line sends the client to another page in the place of an error, or answers the error page. */
function redirectLine(reply: Reply, answer: Answer, places: PlaceNamer): string[] {
  const replaced = errorRedirect(answer, reply);
  if (replaced === null) return [];
  const { line, status } = replaced;
  const words = LINE_WORDS[line.name] ?? replacedWords(status);
  return [`  ${words} ${lineText(line)}  ${placeOf(line, places)}`];
}

const LINE_WORDS: Readonly<Record<string, string>> = {
  limitrequestbody: 'its body is longer than',
  header: 'no answer may have the header of',
};

function replacedWords(status: number | null): string {
  if (status === null) return 'the error page may be answered by';
  return status < 400 ? 'a redirect by' : 'the error page is answered by';
}

function caseLine({ answer, status, reply, conditions }: PossibleAnswer): string {
  const then = answer === 'pass' && status === null ? ` (${reply.served.why})` : '';
  const when =
    conditions.length === 0 ? 'if none of the following holds' : `for example where ${conditions.join(', ')}`;
  return `  ${statusWords(answer, status)}${printable(then)}: ${printable(when)}`;
}

function assumptionLines({ asked: { assumptions }, places }: Telling): string[] {
  if (assumptions.length === 0) return [];
  const lines = assumptions.map(({ text, line }) => {
    const place = line === null ? '' : `${placeOf(line, places)}: `;
    return `  ${place}${printable(text)}`;
  });
  return ['Assumed', ...lines];
}
