import type { MigrateCommand, OutputFormat } from '../command.ts';
import { choiceOption, repeatedOption, UsageError } from './given-options.ts';
import type { GivenOptions } from './given-options.ts';

const FORMATS = ['diff', 'json', 'jsonl', 'html', 'markdown', 'sarif', 'junit'] as const;

/** What the ending of a file's name says of its format. */
const ENDINGS: readonly (readonly [RegExp, OutputFormat])[] = [
  [/\.html?$/i, 'html'],
  [/\.(?:md|markdown)$/i, 'markdown'],
  [/\.sarif(?:\.json)?$/i, 'sarif'],
  [/\.xml$/i, 'junit'],
  [/\.jsonl$/i, 'jsonl'],
  [/\.json$/i, 'json'],
  [/\.(?:diff|patch)$/i, 'diff'],
];

/** What --format and --output ask for. @throws UsageError where they contradict each other */
export function readOutputs(given: GivenOptions): Pick<MigrateCommand, 'format' | 'outputs'> {
  const format = choiceOption(given, 'format', FORMATS);
  const paths = repeatedOption(given, 'output') ?? [];
  const twice = paths.find((path, at) => paths.indexOf(path) !== at);
  if (twice !== undefined) throw new UsageError(`--output ${twice} is given twice: once is enough`);
  return { format, outputs: paths.map((path) => ({ path, format: formatOf(path, format) })) };
}

function formatOf(path: string, format: OutputFormat | null): OutputFormat | null {
  const ending = ENDINGS.find(([pattern]) => pattern.test(path))?.[1] ?? null;
  if (format === null || ending === null || ending === format) return ending ?? format;
  throw new UsageError(
    `--output ${path} is ${ending} by its ending, --format says ${format}: leave out --format, or give the file another ending`,
  );
}
