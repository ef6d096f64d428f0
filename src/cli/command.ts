/** What the user asked for, checked as far as the words alone can be. */
export type Command = MigrateCommand | RulesCommand | TreeCommand | ExplainCommand | HelpCommand;

export interface MigrateCommand {
  readonly name: 'migrate';
  /** As typed; `-` alone is standard input. */
  readonly paths: readonly string[];
  /** `show` and `check` write nothing. */
  readonly mode: 'show' | 'check' | 'write' | 'out';
  /** The folder of mode `out`. */
  readonly out: string | null;
  readonly target: 'stock' | 'debian' | 'rhel';
  /** The binary to ask instead. */
  readonly httpd: string | null;
  readonly access: 'require' | 'compat';
  readonly semantics: 'contract' | 'exact';
  readonly apply: 'safe' | 'review';
  readonly defines: readonly string[];
  readonly serverRoot: string | null;
  readonly only: readonly string[] | null;
  readonly skip: readonly string[];
  /** Null if not given: what is printed then depends on the mode. */
  readonly format: 'diff' | 'json' | null;
  /** The file to print to instead of standard output. */
  readonly outputFile: string | null;
  readonly terminal: TerminalOptions;
}

export interface RulesCommand {
  readonly name: 'rules';
  readonly terminal: TerminalOptions;
}

export interface TreeCommand {
  readonly name: 'tree';
  readonly path: string;
  readonly defines: readonly string[];
  readonly serverRoot: string | null;
  readonly terminal: TerminalOptions;
}

export interface ExplainCommand {
  readonly name: 'explain';
  /** A transform's id, a directive's name or a contract row's id. */
  readonly topic: string;
  readonly terminal: TerminalOptions;
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
