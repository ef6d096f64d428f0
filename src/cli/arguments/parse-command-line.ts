import { lstatSync } from 'node:fs';
import type { Argv } from 'yargs';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Command, UsageProblem } from '../command.ts';
import { UsageError } from './given-options.ts';
import type { GivenOptions } from './given-options.ts';
import { EPILOGUE, EXAMPLES, SYNOPSIS } from './help-text.ts';
import { COMMANDS } from './commands.ts';
import type { CommandFacts, OptionFacts } from './commands.ts';
import { nearestName } from '../../text/index.ts';
import { usageMessage } from './usage-message.ts';

/** What the words behind the program's name ask for. Loads yargs. */
export async function parseCommandLine(argv: readonly string[]): Promise<Command | UsageProblem> {
  const valued = switchWithValue(argv);
  if (valued !== null) return { name: 'usage-problem', message: valued };
  const { default: yargs } = await import('yargs');
  const parsed: (Command | UsageProblem)[] = [];
  const parser = withCommands(yargs(), (read) => (given) => {
    parsed.push(asMeant(attempt(() => read(given))));
  });
  // yargs gives its output (help, the version) and its complaints to the callback instead of printing them.
  await parser.parse(
    commandFirst(completeConfigtest(splitDefines(helpBehind(argv)))),
    {},
    (error: Error | null | undefined, _given, output) => {
      if (error)
        parsed.push({ name: 'usage-problem', message: usageMessage(error.message, OPTION_NAMES, argv) });
      else if (output !== '') parsed.push({ name: 'help', text: output });
    },
  );
  return parsed[0] ?? { name: 'usage-problem', message: 'nothing to do' };
}

const OPTION_NAMES = [...new Set(COMMANDS.flatMap(({ options }) => Object.keys(options))), 'help', 'version'];

type Read = (given: GivenOptions) => Command;
type Handler = (given: GivenOptions) => void;

/** Wider lines are hard to read; narrower ones than the terminal break in the middle of a word. */
const WIDEST = 80;
const NARROWEST = 40;

function helpWidth(): number {
  return Math.max(NARROWEST, Math.min(WIDEST, process.stdout.columns || WIDEST));
}

function withCommands(parser: Argv, handle: (read: Read) => Handler): Argv {
  const width = helpWidth();
  const all = COMMANDS.reduce(
    (known, { name, summary, options, read }) =>
      known.command(
        name === 'migrate' ? ['migrate', '$0'] : name,
        summary,
        (command) =>
          name === 'migrate'
            ? command
                .options(wantingValues(options))
                .example([...EXAMPLES])
                .epilogue(reflow(EPILOGUE))
            : command.usage(reflow(SYNOPSIS[name])).options(wantingValues(options)),
        handle(read),
      ),
    parser.scriptName('httpd-codemod').usage(reflow(SYNOPSIS.migrate)),
  );
  return all
    .version(packageJson.version)
    .help()
    .alias('help', 'h')
    .strictOptions()
    .detectLocale(false)
    .exitProcess(false)
    .showHelpOnFail(false)
    .wrap(width)
    .parserConfiguration({
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
    });
}

/** Whose value may be left out. */
const BARE: ReadonlySet<string> = new Set(['configtest', 'cache']);

/** What has a value is not given without one: the default is what is not typed. */
function wantingValues(
  options: CommandFacts['options'],
): Readonly<Record<string, OptionFacts & { requiresArg: boolean }>> {
  const entries = Object.entries(options).map(([name, facts]) => {
    return [name, { ...facts, requiresArg: facts.type !== 'boolean' && !BARE.has(name) }] as const;
  });
  return Object.fromEntries(entries);
}

/** Each paragraph on one line, so that yargs can wrap it; command lines stay lines. */
function reflow(text: string): string {
  return text.replaceAll(/(?<=\S)\n(?!\n|\$0)/g, ' ');
}

/** `-DNAME` as httpd takes it; yargs would read it as four switches. */
function splitDefines(argv: readonly string[]): string[] {
  const end = argv.indexOf('--');
  return argv.flatMap((word, at) =>
    /^-D./.test(word) && (end === -1 || at < end) ? ['-D', word.slice(2)] : [word],
  );
}

/** `--configtest` may have a value, but a PATH behind it is none: only `start` is taken for one, all else wants a `=`. */
function completeConfigtest(argv: readonly string[]): string[] {
  const end = argv.indexOf('--');
  const isOption = (at: number) => argv[at] === '--configtest' && (end === -1 || at < end);
  return argv.flatMap((word, at) => {
    if (isOption(at)) return [`--configtest=${argv[at + 1] === 'start' ? 'start' : '-t'}`];
    return word === 'start' && isOption(at - 1) ? [] : [word];
  });
}

/** What takes no value, as it is typed; what is a switch of one command and has a value with another one is left out. */
const SWITCHES: ReadonlySet<string> = (() => {
  const all = COMMANDS.flatMap(({ options }) => Object.entries(options));
  const valued = new Set(all.flatMap(([name, { type }]) => (type === 'boolean' ? [] : [name])));
  const switches = all.filter(([name, { type }]) => type === 'boolean' && !valued.has(name));
  return new Set(
    switches.flatMap(([name, { alias }]) => [
      `--${name}`,
      `--no-${name}`,
      ...(alias === undefined ? [] : [`-${alias}`]),
    ]),
  );
})();

const COMMAND_NAMES: readonly string[] = COMMANDS.map(({ name }) => name);

/** The command of `-q undo PATH` in front: which switches there are yargs knows behind it only, and takes it for the value of one else. */
function commandFirst(argv: readonly string[]): readonly string[] {
  const at = argv.findIndex((word) => !SWITCHES.has(word));
  const word = argv[at];
  if (word === undefined || !COMMAND_NAMES.includes(word)) return argv;
  return [word, ...argv.slice(0, at), ...argv.slice(at + 1)];
}

/** `help undo`, as other programs have it, for `undo --help`; alone yargs knows it. */
function helpBehind(argv: readonly string[]): readonly string[] {
  const [word, command, ...rest] = argv;
  const isAsked = word === 'help' && command !== undefined && COMMAND_NAMES.includes(command);
  return isAsked ? [command, '--help', ...rest] : argv;
}

/** `--check=yes`, which yargs takes for --no-check: what is wrong with it. Null where there is no such word. */
function switchWithValue(argv: readonly string[]): string | null {
  const end = argv.indexOf('--');
  for (const word of end === -1 ? argv : argv.slice(0, end)) {
    const [name = '', value] = word.split('=', 2);
    if (value !== undefined && SWITCHES.has(name) && !/^(true|false)$/.test(value)) {
      return `${name} takes no value: leave out =${value}`;
    }
  }
  return null;
}

/** A misspelt command is taken for a PATH: of one that is not there the command is what was meant. */
function asMeant(command: Command | UsageProblem): Command | UsageProblem {
  const [word = ''] = command.name === 'migrate' ? command.paths : [];
  if (!/^[a-z]{3,20}$/.test(word) || lstatSync(word, { throwIfNoEntry: false }) !== undefined) return command;
  const nearest = nearestName(word, COMMAND_NAMES);
  if (nearest === null) return command;
  const message =
    nearest === word
      ? `there is no path ${word}, and as a command it is typed first: httpd-codemod ${word} ...`
      : `there is no command or path ${word}; did you mean ${nearest}?`;
  return { name: 'usage-problem', message };
}

function attempt(read: () => Command): Command | UsageProblem {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError) return { name: 'usage-problem', message: error.message };
    throw error;
  }
}
