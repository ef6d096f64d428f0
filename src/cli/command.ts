import type { CheckWish } from '../configtest/index.ts';
import type { TemplateEngine } from '../syntax/index.ts';
import type { Assumptions } from '../model/index.ts';

/** What the user asked for, checked as far as the words alone can be. */
export type Command =
  | MigrateCommand
  | PrintConfigCommand
  | VerifyCommand
  | WhoCommand
  | RequestsCommand
  | RulesCommand
  | TreeCommand
  | CollectCommand
  | ExplainCommand
  | UndoCommand
  | StatusCommand
  | CompletionCommand
  | ManualCommand
  | HelpCommand;

/** What `${NAME}` stands for, as the command line says: nothing is taken from this process's own environment. */
export interface EnvironmentWish {
  readonly values: Readonly<Record<string, string>>;
  /** Files of NAME=VALUE lines; `values` win over them. */
  readonly files: readonly string[];
}

/** Where a folder lies on this machine (absolute) that the configuration names otherwise. */
export interface FolderMap {
  readonly from: string;
  readonly to: string;
}

/** What can be printed; diff, and the text of standard input, are bytes, all others are UTF-8. */
export type OutputFormat = 'diff' | 'json' | 'jsonl' | ReportFormat;
export type ReportFormat = 'html' | 'markdown' | 'sarif' | 'junit';

/** A file of `--output`; its format is null where neither its name nor `--format` tells. */
export interface OutputWish {
  readonly path: string;
  readonly format: OutputFormat | null;
}

/** How a tree is to be read; for both trees, where there are two. */
export interface ReadOptions {
  /** Names that httpd is started with (`-D`), or is not (`!NAME`, `!*`). */
  readonly defines: readonly string[];
  readonly environment: EnvironmentWish;
  /** The file that lists what the 2.2 server has compiled in; null: what the tree says. */
  readonly modules: string | null;
  /** Null: what the tree says. */
  readonly serverRoot: string | null;
  readonly maps: readonly FolderMap[];
  /** Whose tags are looked for. */
  readonly template: TemplateEngine;
  /** What the values of placeholders are said to hold. */
  readonly assumptions: Assumptions;
}

export interface MigrateCommand extends ReadOptions {
  readonly name: 'migrate';
  /** As typed; `-` alone is standard input. */
  readonly paths: readonly string[];
  readonly many: ManyServers;
  /** `show` and `check` write nothing. */
  readonly mode: 'show' | 'check' | 'write' | 'out';
  /** What the file on standard input is called; null: not told. */
  readonly stdinName: string | null;
  /** Whether the diff says why below each hunk. */
  readonly explains: boolean;
  /** Whether each change is asked about. */
  readonly isInteractive: boolean;
  /** The folder of mode `out`. */
  readonly out: string | null;
  /** A name that targetProfile knows; null for `auto`: what the tree shows, or the server that `--configtest` finds. */
  readonly target: string | null;
  /** The binary to ask instead. */
  readonly httpd: string | null;
  /** What the 2.4 server is asked about the result; null: nothing. */
  readonly configtest: CheckWish | null;
  readonly access: 'require' | 'compat';
  readonly semantics: 'contract' | 'exact';
  /** One text for 2.2 and 2.4. */
  readonly dual: boolean;
  readonly apply: 'safe' | 'review';
  /** `2.2`: a tree that was migrated in part is one of 2.2 as long as its access rules are; null: what its lines say. */
  readonly readAs: '2.2' | '2.4' | null;
  readonly only: readonly string[] | null;
  readonly skip: readonly string[];
  /** Null for text, or if not given: what is printed then depends on the mode. */
  readonly format: OutputFormat | null;
  /** The files to print to instead of standard output. */
  readonly outputs: readonly OutputWish[];
  /** Whether it is told where the time went. */
  readonly timings: boolean;
  readonly terminal: TerminalOptions;
}

/** What is asked for where PATHs are many servers. */
export interface ManyServers {
  /** A file of more PATHs, each a server of its own; `-`: standard input. */
  readonly list: string | null;
  /** Whether each PATH is a server of its own, whatever it looks like. */
  readonly isEach: boolean;
  /** How many servers are worked on at a time; null: as many as there are processors. */
  readonly jobs: number | null;
  /** The folder where what is known of trees is kept; null: the usual one. */
  readonly cache: string | null;
  readonly hasCache: boolean;
  /** Of several servers none is written if one can't be. */
  readonly isAllOrNone: boolean;
}

/** What names a target outright: `--target debian12`, `--httpd /usr/sbin/httpd`. */
export type TargetOption = readonly [name: '--target' | '--httpd', value: string];

export interface VerifyCommand extends ReadOptions {
  readonly name: 'verify';
  readonly before: string;
  readonly after: string;
  /** Of a server log, `-` for standard input; null: the proof alone. */
  readonly accessLog: string | null;
  /** The host of those lines of the log that do not name one. */
  readonly logHost: string | null;
  /** As for migrate; `auto` is what AFTER shows. */
  readonly target: string | null;
  readonly httpd: string | null;
  readonly semantics: 'contract' | 'exact';
  /** `2.2`: BEFORE is read as 2.2 did although it has lines of 2.4; null: what its lines say. */
  readonly readAs: '2.2' | null;
  readonly format: 'text' | 'json';
  readonly terminal: TerminalOptions;
}

/** What is null is not known of the request. */
export interface WhoCommand extends ReadOptions {
  readonly name: 'who';
  readonly tree: string;
  readonly path: string;
  readonly request: GivenRequest;
  /** Lower case name to value. */
  readonly headers: ReadonlyMap<string, string> | null;
  /** Null: whichever the tree is written for. */
  readonly readAs: '2.2' | '2.4' | null;
  /** As for migrate, where the tree is read as 2.4 would; null for `auto`: what the tree shows. */
  readonly target: string | null;
  readonly httpd: string | null;
  readonly format: 'text' | 'json';
  readonly terminal: TerminalOptions;
}

/** What is said of a request besides its path and headers. */
export interface GivenRequest {
  /** Behind the `?`. */
  readonly query: string;
  readonly host: string | null;
  readonly port: number | null;
  /** The address of the server that it arrives at. */
  readonly serverAddress: string | null;
  readonly client: string | null;
  readonly clientName: string | null;
  readonly user: string | null;
  /** How credentials are sent, if a header says that. */
  readonly scheme: 'basic' | 'digest' | null;
  readonly groups: readonly string[];
  readonly method: string;
  /** Null: 1.1 with a Host header, 1.0 without one. */
  readonly protocol: 'HTTP/1.0' | 'HTTP/1.1' | null;
  readonly env: readonly string[];
}

export interface RequestsCommand extends ReadOptions {
  readonly name: 'requests';
  readonly path: string;
  /** IP address that the requests come from. */
  readonly client: string;
  /** For one virtual host, and for the main server. */
  readonly most: number;
  /** Null: whichever the tree is written for. */
  readonly readAs: '2.2' | '2.4' | null;
  /** `json`: a line for each request. */
  readonly format: 'text' | 'json';
  readonly terminal: TerminalOptions;
}

export interface RulesCommand {
  readonly name: 'rules';
  readonly format: 'table' | 'json';
  readonly terminal: TerminalOptions;
}

export interface TreeCommand extends ReadOptions {
  readonly name: 'tree';
  readonly path: string;
  readonly terminal: TerminalOptions;
}

export interface CollectCommand extends ReadOptions {
  readonly name: 'collect';
  /** Null: the script is asked for. */
  readonly path: string | null;
  /** Paths end with a zero byte. */
  readonly isNull: boolean;
  readonly terminal: TerminalOptions;
}

export interface ExplainCommand {
  readonly name: 'explain';
  /**
   * A transform's id, a name of a directive or module, a row's id, a number or a line of an error log, words of a symptom.
   * `-`: the lines of standard input.
   */
  readonly topic: string;
  readonly terminal: TerminalOptions;
}

export interface UndoCommand {
  readonly name: 'undo';
  /** Several are servers of their own. None: all trees, for `list` alone. */
  readonly paths: readonly string[];
  /** A file of more PATHs, one a line; `-`: standard input. */
  readonly from: string | null;
  readonly task: 'undo' | 'finish' | 'list';
  readonly terminal: TerminalOptions;
}

export interface StatusCommand {
  readonly name: 'status';
  readonly path: string;
  /** What is struck off: rules, `FILE:LINE`, `all`; null: nothing. */
  readonly settle: readonly string[] | null;
  readonly format: 'text' | 'json';
  readonly terminal: TerminalOptions;
}

export interface PrintConfigCommand {
  readonly name: 'print-config';
  /** The settings file; null where there is none. */
  readonly file: string | null;
  /** By their names, as a settings file holds them. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface CompletionCommand {
  readonly name: 'completion';
  readonly shell: 'bash' | 'zsh' | 'fish';
}

export interface ManualCommand {
  readonly name: 'man';
}

export interface HelpCommand {
  readonly name: 'help';
  readonly text: string;
}

export interface TerminalOptions {
  /** Null: as the streams and the environment suggest. */
  readonly color: boolean | null;
  readonly quiet: boolean;
  readonly verbose: boolean;
}

/** What was typed makes no sense: a sentence for the user. */
export interface UsageProblem {
  readonly name: 'usage-problem';
  readonly message: string;
}
