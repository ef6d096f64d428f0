import type { Provenance } from '../patch/index.ts';
import type { Position } from '../text/index.ts';

/** What is asked of the server: to read the configuration (`-t`), to start with it too; or of a command instead of the server. */
export type CheckWish =
  | { readonly type: 'read' }
  | { readonly type: 'start' }
  | { readonly type: 'command'; readonly command: string };

/** Where in the original a message of the server belongs. */
export interface MessagePlace {
  /** Real path of the original file. */
  readonly path: string;
  readonly position: Position;
  /** The line as the server read it, with what transforms made of it; its first physical line. */
  readonly line: string;
  /** Who made it so; [] for a line that no transform touched. */
  readonly by: readonly Provenance[];
}

/** Something that the server said. */
export interface ServerMessage {
  /** In the server's words, as Latin-1; names of staged files are those of the originals. */
  readonly text: string;
  /** Null if it names no line. */
  readonly place: MessagePlace | null;
}

/** Who was asked. */
export interface AskedServer {
  /** Path of the binary, or the command. */
  readonly name: string;
  readonly version: string | null;
}

/**
 * What the server said. `refused`: it would not read the configuration, or not start with it. `failed`: it could not be asked, so
 * nothing is known. Notes are sentences about what was not checked.
 */
export type ConfigtestResult =
  | {
      readonly type: 'accepted' | 'refused';
      readonly server: AskedServer;
      /** `staged`: before anything was written; `written`: the files in their places. */
      readonly of: 'staged' | 'written';
      /** What it was asked: `-t`, `start`, or the command. */
      readonly asked: string;
      readonly messages: readonly ServerMessage[];
      readonly notes: readonly string[];
    }
  | { readonly type: 'failed'; readonly message: string };
