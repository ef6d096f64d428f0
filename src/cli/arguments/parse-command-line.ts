import type { Argv } from 'yargs';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Command, UsageProblem } from '../command.ts';
import { withReadSettings } from './with-settings.ts';
import { textOption, UsageError, words } from './given-options.ts';
import type { GivenOptions } from './given-options.ts';
import { EPILOGUE, EXAMPLES, SYNOPSIS } from './help-text.ts';
import {
  collectOptions,
  migrateOptions,
  readOptions,
  requestsOptions,
  rulesOptions,
  statusOptions,
  terminalOptions,
  undoOptions,
  verifyOptions,
  whoOptions,
} from './option-table.ts';
import { readMigrate } from './read-migrate.ts';
import { readRequests } from './read-requests.ts';
import { readStatus } from './read-status.ts';
import { readUndo } from './read-undo.ts';
import { readVerify } from './read-verify.ts';
import { readWho } from './read-who.ts';
import { readCollect, readExplain, readRules, readTree } from './read-other-commands.ts';
import { usageMessage } from './usage-message.ts';

/** What the words behind the program's name ask for. Loads yargs. */
export async function parseCommandLine(argv: readonly string[]): Promise<Command | UsageProblem> {
  const { default: yargs } = await import('yargs');
  const parsed: (Command | UsageProblem)[] = [];
  const parser = withCommands(yargs(), (read) => (given) => {
    parsed.push(attempt(() => read(given)));
  });
  // yargs gives its output (help, the version) and its complaints to the callback instead of printing them.
  await parser.parse(
    completeConfigtest(splitDefines(argv)),
    {},
    (error: Error | null | undefined, _given, output) => {
      if (error) parsed.push({ name: 'usage-problem', message: usageMessage(error.message, OPTION_NAMES) });
      else if (output !== '') parsed.push({ name: 'help', text: output });
    },
  );
  return parsed[0] ?? { name: 'usage-problem', message: 'nothing to do' };
}

const OPTION_NAMES = [
  ...Object.keys({
    ...migrateOptions,
    ...verifyOptions,
    ...whoOptions,
    ...requestsOptions,
    ...undoOptions,
    ...collectOptions,
    ...statusOptions,
  }),
  'help',
  'version',
];

type Read = (given: GivenOptions) => Command;
type Handler = (given: GivenOptions) => void;

function withCommands(parser: Argv, handle: (read: Read) => Handler): Argv {
  return parser
    .scriptName('httpd-codemod')
    .usage(SYNOPSIS.migrate)
    .command(
      ['migrate', '$0'],
      'Show, check or write the migration of PATH...',
      (command) =>
        command
          .options(migrateOptions)
          .example([...EXAMPLES])
          .epilogue(EPILOGUE),
      handle(readMigrate),
    )
    .command(
      'rules',
      'List the transforms',
      (command) => command.usage(SYNOPSIS.rules).options(rulesOptions),
      handle(readRules),
    )
    .command(
      'tree',
      'Show PATH as the server reads it',
      (command) => command.usage(SYNOPSIS.tree).options({ ...readOptions, ...terminalOptions }),
      handle(ofTree('tree', readTree)),
    )
    .command(
      'collect',
      'List all files that a whole copy of PATH needs',
      (command) => command.usage(SYNOPSIS.collect).options(collectOptions),
      handle(ofTree('collect', readCollect)),
    )
    .command(
      'verify',
      'Compare what 2.2 answered with what 2.4 would, for two trees',
      (command) => command.usage(SYNOPSIS.verify).options(verifyOptions),
      handle(ofTree('verify', readVerify)),
    )
    .command(
      'who',
      'Show which rules decide one request, and how',
      (command) => command.usage(SYNOPSIS.who).options(whoOptions),
      handle(ofTree('who', readWho)),
    )
    .command(
      'requests',
      'List requests to ask before and after, and their expected status',
      (command) => command.usage(SYNOPSIS.requests).options(requestsOptions),
      handle(ofTree('requests', readRequests)),
    )
    .command(
      'explain',
      'Explain a transform, a directive, a module, a message of the server',
      (command) => command.usage(SYNOPSIS.explain).options(terminalOptions),
      handle(readExplain),
    )
    .command(
      'undo',
      'Give the files back that --write has changed',
      (command) => command.usage(SYNOPSIS.undo).options(undoOptions),
      handle(readUndo),
    )
    .command(
      'status',
      'Show what a run left for you to decide',
      (command) => command.usage(SYNOPSIS.status).options(statusOptions),
      handle(readStatus),
    )
    .version(packageJson.version)
    .help()
    .alias('help', 'h')
    .strictOptions()
    .detectLocale(false)
    .exitProcess(false)
    .showHelpOnFail(false)
    .wrap(100)
    .parserConfiguration({
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
    });
}

/** The settings of a tree say how it is read, whichever command reads it. */
function ofTree(name: string, read: Read): Read {
  return (given) => {
    const [word = ''] = words(given, name);
    const tree = textOption(given, 'tree') ?? word;
    return read(withReadSettings(given, tree === '' ? '.' : tree));
  };
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

function attempt(read: () => Command): Command | UsageProblem {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError) return { name: 'usage-problem', message: error.message };
    throw error;
  }
}
