import { painter, wrapLines, wrapWords } from '../../report/index.ts';
import type { Transform } from '../../transform/index.ts';
import { transforms } from '../../../transforms/index.ts';
import type { RulesCommand } from '../command.ts';
import { printed } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';
import { programName } from '../same-command.ts';
import { describeTerminal } from '../terminal.ts';

/** All transforms: as a table of id, how far its edits can be trusted, title, and the rows it serves; or all about them as JSON. */
export function runRules({ format, terminal }: RulesCommand): Outcome {
  if (format === 'json') return printed(`${JSON.stringify(transforms.map(asJson), null, 2)}\n`);
  const { color, width } = describeTerminal(terminal).out;
  const paint = painter(color);
  const idWidth = Math.max(...transforms.map(({ id }) => id.length));
  const margin = ' '.repeat(4);
  const head = `${'RULE'.padEnd(idWidth)}  ${'EDITS'.padEnd(APPLICABILITY_WIDTH)}  WHAT IT DOES`;
  const entries = transforms.map((transform) => {
    const { id, applicability, title } = transform;
    const line = `${id.padEnd(idWidth)}  ${applicability.padEnd(APPLICABILITY_WIDTH)}  ${title}`;
    return `${line}\n${paint.faint(rowsLine(transform, margin, width === 0 ? 100 : width))}`;
  });
  return printed(wrapLines(`${paint.strong(head)}\n${entries.join('')}\n${LEGEND}`, width));
}

const APPLICABILITY_WIDTH = 'manual'.length;

/** What a transform says of itself, without its function. */
function asJson(transform: Transform): object {
  const { id, title, stage, applicability, rows, directives = [], docs, messages } = transform;
  return { id, title, stage, applicability, rows, directives, docs, messages };
}

function rowsLine({ rows }: Transform, margin: string, width: number): string {
  if (rows.length === 0) return '';
  return `${wrapWords(`${margin}rows: ${rows.join(', ')}`, width, `${margin}      `)}\n`;
}

const LEGEND = `safe: the behaviour stays the same. review: applied with --apply review. manual: a person decides.
More about one of them, or about a row: ${programName()} explain NAME
`;
