/** A line as the command of the server is given it. */
export interface Command {
  /** As it is written. */
  readonly name: string;
  readonly args: readonly string[];
  /** What is written behind the name. */
  readonly text: string;
  readonly version: '2.2' | '2.4';
  /** Whether it stands in a section or in a .htaccess file (`cmd->path`), or may stand in one. */
  readonly isInFolder: boolean;
  /** Where it stands for certain: `server` is outside of sections. Null: a part of a server may be the inside of a section. */
  readonly place: 'server' | 'section' | null;
}

/** What the server says against the words of a line; null where it takes them, and where that is not certain. */
export type Check = (command: Command) => string | null;

/** By the name of the directive in lower case. Each says which function of the server it is taken from. */
export type Checks = Readonly<Record<string, Check>>;

/** Whether a value is put into the word when a server starts, so that it says nothing yet. */
export function isOpen(word: string): boolean {
  return word.includes('${');
}
