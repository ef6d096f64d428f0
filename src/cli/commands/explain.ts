import { explainLog, explainTopic, nearestTopic, requestInLine } from '../../explain/index.ts';
import type { ExplainedLog } from '../../explain/index.ts';
import { painter, plural, printable, wrapLines } from '../../report/index.ts';
import { transforms } from '../../../transforms/index.ts';
import type { ExplainCommand } from '../command.ts';
import { badUsage, printed } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';
import { renderArticle } from '../render/render-article.ts';
import { shellWords } from '../../text/index.ts';
import { programName } from '../same-command.ts';
import { readStandardInput } from '../streams.ts';
import { describeTerminal } from '../terminal.ts';

/** All there is to say about what was typed, or about each line of standard input. */
export async function runExplain({ topic, terminal }: ExplainCommand): Promise<Outcome> {
  const { color, width } = describeTerminal(terminal).out;
  if (topic === '-') return explainInput(await readStandardInput(), color, width);
  const articles = explainTopic(topic, transforms);
  if (articles.length === 0) return badUsage(unknownTopic(topic) + whoText(topic));
  const text = articles.map((article) => renderArticle(article, color, width)).join('\n');
  return printed(wrapLines(text, width) + whoText(topic));
}

function explainInput(text: string, color: boolean, width: number): Outcome {
  const log = explainLog(text, transforms);
  if (log.found.length === 0) return badUsage(nothingKnown(log));
  const paint = painter(color);
  const entries = log.found.map(
    ({ line, article }) =>
      `${paint.faint(`> ${printable(line)}`)}\n\n${renderArticle(article, color, width)}`,
  );
  const rest = log.unknown === 0 ? '' : `\nNothing is known about ${plural(log.unknown, 'other line')}.\n`;
  return printed(wrapLines(entries.join('\n') + rest, width));
}

/** The command that shows which rules decided the request of a log line; '' where it names no client. */
function whoText(line: string): string {
  const request = requestInLine(line);
  if (request === null) return '';
  const { client, urlPath, file } = request;
  const words = shellWords(['who', urlPath ?? 'URL-PATH', '--tree', 'PATH', '--client', client]);
  const led = file === null ? '' : ` (URL-PATH: the address that leads to ${printable(file)})`;
  const command = `${programName()} ${words}`;
  return `\nWhich rules decide this request${led}\n  ${printable(command)}\n`;
}

function nothingKnown({ unknown }: ExplainedLog): string {
  return unknown === 0
    ? 'standard input is empty; explain - wants lines of an error log'
    : `nothing is known about any of the ${plural(unknown, 'line')} of standard input`;
}

function unknownTopic(topic: string): string {
  const shown = printable(topic);
  const code = /\bAH\d{5}\b/i.exec(topic)?.[0];
  if (code !== undefined) {
    return `${code.toUpperCase()} is not explained: only messages that come with the upgrade from 2.2 are`;
  }
  const nearest = nearestTopic(topic, transforms);
  const hint = nearest === null ? `${programName()} rules lists the transforms` : `did you mean ${nearest}?`;
  return `nothing is known by the name ${shown}; ${hint}`;
}
