import type { Command } from '../command.ts';
import { textOption, words } from './given-options.ts';
import type { GivenOptions } from './given-options.ts';
import { withReadSettings } from './with-settings.ts';
import type { SYNOPSIS } from './help-text.ts';
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
import {
  readCollect,
  readCompletion,
  readExplain,
  readManual,
  readRules,
  readTree,
  readStatus,
  readUndo,
} from './read-other-commands.ts';
import { readRequests } from './read-requests.ts';
import { readVerify } from './read-verify.ts';
import { readWho } from './read-who.ts';

/** What the help, the completion and the man page are told of an option. */
export interface OptionFacts {
  readonly alias?: string;
  readonly type?: 'boolean' | 'string' | 'number';
  readonly choices?: readonly string[];
  readonly describe: string;
}

export interface CommandFacts {
  readonly name: keyof typeof SYNOPSIS;
  readonly summary: string;
  readonly options: Readonly<Record<string, OptionFacts>>;
  readonly read: (given: GivenOptions) => Command;
}

/** All commands in the order of the help: migrating, looking before and after, learning. */
export const COMMANDS: readonly CommandFacts[] = [
  {
    name: 'migrate',
    summary: 'Show, check or write the migration of PATH...',
    options: migrateOptions,
    read: readMigrate,
  },
  {
    name: 'undo',
    summary: 'Put back the files that --write changed',
    options: undoOptions,
    read: readUndo,
  },
  {
    name: 'status',
    summary: 'Show what a run left for you to decide',
    options: statusOptions,
    read: readStatus,
  },
  {
    name: 'collect',
    summary: 'List all files that a whole copy of PATH needs',
    options: collectOptions,
    read: ofTree('collect', readCollect),
  },
  {
    name: 'tree',
    summary: 'Show PATH as the server reads it',
    options: { ...readOptions, ...terminalOptions },
    read: ofTree('tree', readTree),
  },
  {
    name: 'verify',
    summary: 'Compare what 2.2 answered with what 2.4 would, for two trees',
    options: verifyOptions,
    read: ofTree('verify', readVerify),
  },
  {
    name: 'who',
    summary: 'Show which rules decide one request, and how',
    options: whoOptions,
    read: ofTree('who', readWho),
  },
  {
    name: 'requests',
    summary: 'List requests to ask before and after, and their expected status',
    options: requestsOptions,
    read: ofTree('requests', readRequests),
  },
  {
    name: 'explain',
    summary: 'Explain a transform, a directive, a module, a message of the server',
    options: terminalOptions,
    read: readExplain,
  },
  { name: 'rules', summary: 'List the transforms', options: rulesOptions, read: readRules },
  {
    name: 'completion',
    summary: 'Print a completion script for bash, zsh or fish',
    options: {},
    read: readCompletion,
  },
  { name: 'man', summary: 'Print the man page', options: {}, read: readManual },
];

/** The settings of a tree say how it is read, whichever command reads it. */
function ofTree(name: string, read: CommandFacts['read']): CommandFacts['read'] {
  return (given) => {
    const [word = ''] = words(given, name);
    const tree = textOption(given, 'tree') ?? word;
    return read(withReadSettings(given, tree === '' ? '.' : tree));
  };
}
