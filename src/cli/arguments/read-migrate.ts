import type { CheckWish } from '../../configtest/index.ts';
import type { ManyServers, MigrateCommand, PrintConfigCommand, OutputFormat } from '../command.ts';
import { settingsOf } from '../settings/settings-of.ts';
import { withSettings } from './with-settings.ts';
import { rejectConflicts } from './conflicts.ts';
import type { GivenOptions } from './given-options.ts';
import {
  choiceOption,
  listOption,
  switchOption,
  textOption,
  UsageError,
  words,
  repeatedOption,
  readTerminal,
  readTarget,
} from './given-options.ts';
import { readReading } from './read-reading.ts';

/** The migrate command of what yargs understood. @throws UsageError */
export function readMigrate(typed: GivenOptions): MigrateCommand | PrintConfigCommand {
  const paths = words(typed, 'migrate');
  const { given, file } = withSettings(typed, paths);
  if (switchOption(given, 'print-config') !== true) return migrateCommand(given, paths);
  const settings = settingsOf(migrateCommand(given, paths.length === 0 ? ['.'] : paths));
  return { name: 'print-config', file, settings };
}

function migrateCommand(given: GivenOptions, paths: readonly string[]): MigrateCommand {
  rejectConflicts(given);
  const mode = readMode(given);
  const many = readMany(given);
  rejectPaths(paths, mode, many.list);
  if (given['format'] === 'jsonl' && paths.includes('-')) throw new UsageError(STDIN_LINES);
  rejectAsking(given, paths);
  const configtest = readConfigtest(given);
  if (configtest !== null && paths.includes('-')) throw new UsageError(STDIN_CONFIGTEST);
  return {
    name: 'migrate',
    paths,
    many,
    mode,
    stdinName: readStdinName(given, paths),
    explains: switchOption(given, 'explain') ?? false,
    isInteractive: switchOption(given, 'interactive') === true,
    out: textOption(given, 'out'),
    target: readTarget(given),
    httpd: textOption(given, 'httpd'),
    configtest,
    access: choiceOption(given, 'access', ['require', 'compat']) ?? 'require',
    semantics: choiceOption(given, 'semantics', ['contract', 'exact']) ?? 'contract',
    dual: switchOption(given, 'dual') ?? false,
    apply: choiceOption(given, 'apply', ['safe', 'review']) ?? 'safe',
    ...readReading(given),
    readAs: choiceOption(given, 'as', ['2.2', '2.4']),
    only: listOption(given, 'only'),
    skip: listOption(given, 'skip') ?? [],
    ...readOutputs(given),
    timings: switchOption(given, 'timings') ?? false,
    terminal: readTerminal(given),
  };
}

function readMode(given: GivenOptions): MigrateCommand['mode'] {
  if (switchOption(given, 'write') === true || switchOption(given, 'interactive') === true) return 'write';
  if (textOption(given, 'out') !== null) return 'out';
  return switchOption(given, 'check') === true ? 'check' : 'show';
}

function readMany(given: GivenOptions): ManyServers {
  // `--no-cache`
  const hasCache = given['cache'] !== false;
  return {
    list: textOption(given, 'list'),
    isEach: switchOption(given, 'each') ?? false,
    jobs: readJobs(given),
    cache: hasCache ? textOption(given, 'cache') : null,
    hasCache,
    isAllOrNone: switchOption(given, 'all-or-none') ?? false,
  };
}

function readJobs(given: GivenOptions): number | null {
  const text = textOption(given, 'jobs');
  if (text === null) return null;
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new UsageError('--jobs takes a number from 1 to 999');
  return Number(text);
}

function rejectPaths(paths: readonly string[], mode: MigrateCommand['mode'], list: string | null): void {
  if (list !== null && mode === 'out') throw new UsageError('--out copies one tree: give one PATH');
  if (list !== null && paths.includes('-'))
    throw new UsageError("- (standard input) can't be one server of many");
  if (list !== null) return rejectEmpty(paths);
  if (paths.length === 0) throw new UsageError('which configuration? Give a PATH, such as /etc/httpd');
  rejectEmpty(paths);
  if (mode === 'out' && paths.length > 1) throw new UsageError('--out copies one tree: give one PATH');
  if (!paths.includes('-')) return;
  if (paths.length > 1) throw new UsageError('- (standard input) goes alone: give it as the only PATH');
  if (mode === 'write' || mode === 'out') {
    throw new UsageError('- (standard input) goes to standard output: leave out --write and --out');
  }
}

function rejectEmpty(paths: readonly string[]): void {
  if (paths.includes('')) throw new UsageError('a PATH is empty');
}

const STDIN_LINES = '--format jsonl is a line for each server: of standard input there is --format json';

function readStdinName(given: GivenOptions, paths: readonly string[]): string | null {
  const name = textOption(given, 'stdin-filename');
  if (name !== null && !paths.includes('-')) {
    throw new UsageError('--stdin-filename names what standard input holds: give - as PATH');
  }
  return name;
}

function rejectAsking(given: GivenOptions, paths: readonly string[]): void {
  if (switchOption(given, 'interactive') !== true) return;
  if (paths.length > 1) throw new UsageError('--interactive asks about one tree: give one PATH');
  if (given['format'] !== undefined) {
    throw new UsageError('--interactive asks on the terminal, --format is for programs: use one of them');
  }
  if (given['access'] === 'compat') {
    throw new UsageError('--interactive asks whether the access rules stay: leave out --access compat');
  }
}

const STDIN_CONFIGTEST = '--configtest checks a whole configuration: standard input is one file of it';

/** parse-command-line makes `-t` of an option without a value. */
function readConfigtest(given: GivenOptions): CheckWish | null {
  const value = textOption(given, 'configtest');
  if (value === null) return null;
  if (value === '-t') return { type: 'read' };
  if (value === 'start') return { type: 'start' };
  if (value.includes('{}')) return { type: 'command', command: value };
  throw new UsageError(
    '--configtest takes no value, start, or a command with {} for the main file: ' +
      "--configtest='my-check {}'",
  );
}

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
function readOutputs(given: GivenOptions): Pick<MigrateCommand, 'format' | 'outputs'> {
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
