import type { Section } from '../syntax/index.ts';
import type { ServerModel, Unknown } from '../model/index.ts';
import type { PatchSet } from '../patch/index.ts';
import type { TargetProfile } from '../target/index.ts';
import type { Position, Span } from '../text/index.ts';
import type { Applicability, FixCandidate, Level, TransformOptions } from '../transform/index.ts';

/** What a reader should know, at a place of the original text. */
export interface Finding {
  /** The transform's id, or `syntax`, `model`, `unknown`, `access-proof` for what those rooms say. */
  readonly transform: string;
  readonly messageId: string;
  readonly level: Level;
  readonly message: string;
  readonly path: string;
  /** Null if it is about the file as a whole. */
  readonly span: Span | null;
  readonly position: Position | null;
  /** Of its fix; `manual` where there is none and a person must act; null where nothing need be done. */
  readonly applicability: Applicability | null;
  readonly fixTitle: string | null;
  /** Whether its fix is in the patch set. */
  readonly applied: boolean;
  /** Listed for people although its fix is made: what it writes changes the server where no line said so. */
  readonly isListed?: boolean;
  /** About a default of 2.4 that this tree does not set. */
  readonly isUnsetDefault?: boolean;
  /** 2.4 does not start with the line, or what was made of it. */
  readonly isRefusedAtStart?: boolean;
}

/** What a comment of the configuration silences: `# httpd-codemod: ignore RULE -- reason`. */
export interface SilencedFinding {
  readonly finding: Finding;
  /** Where the comment stands in the finding's file. */
  readonly line: number;
  /** '' where none is given. */
  readonly reason: string;
}

export interface MigrateOptions extends TransformOptions {
  readonly target: TargetProfile;
  /** -D names; `!NAME`: one that is not given, `!*`: no others are given. */
  readonly defines: readonly string[];
  /** Transform ids; null for all. */
  readonly only: readonly string[] | null;
  readonly skip: readonly string[];
  /** Whether a fix that could be made is not wanted; absent: all are. */
  readonly isDeclined?: (fix: FixCandidate) => boolean;
  /** `2.2`: a tree that was migrated in part is taken for one of 2.2 as long as its access rules are; null: what its lines say. */
  readonly readAs?: '2.2' | '2.4' | null;
}

/** A difference between what the original answers under 2.2 and what the result would answer under 2.4. */
export interface AnswerDifference {
  readonly path: string;
  readonly position: Position | null;
  readonly message: string;
  /** No difference was found, but it can't be shown that there is none. */
  readonly isUndecided?: boolean;
  /** Guards of the original that only 2.4 passes, around rules that such requests meet. */
  readonly newGuards?: readonly Section[];
}

/** A directive, where it stands. */
export interface DirectivePlace {
  readonly path: string;
  readonly position: Position;
  /** As it is written. */
  readonly name: string;
}

export interface Migration {
  /** The configuration as it was. */
  readonly model: ServerModel;
  /** The same as the patch set makes it: read when it is asked for first, and kept then. Ask before anything is written. */
  readonly after: () => ServerModel;
  /** The line by which it is known to be written for 2.4 already, and is left as it is; null for a tree of 2.2. */
  readonly signOf24: DirectivePlace | null;
  readonly patchSet: PatchSet;
  readonly findings: readonly Finding[];
  /** Findings that count for nothing, since comments silence them. */
  readonly silenced: readonly SilencedFinding[];
  /** What the tree does not say and answers depend on; each is among the findings, too. */
  readonly unknowns: readonly Unknown[];
  /** `none`: no proof was made (`--only`, a tree of 2.4); `made`: it was, and `refused` says what came of it. */
  readonly proof: 'made' | 'none';
  /** Not empty: the result must not be written (exit code 4). */
  readonly refused: readonly AnswerDifference[];
  /** How a part of a server was read; absent for a whole one, .htaccess files and a text. */
  readonly part?: PartReading;
}

/** A part of a server (a file, a folder of snippets) that was asked for by itself. */
export type PartReading =
  | {
      /** As its server reads it. What is found and changed elsewhere in that server is left out. */
      readonly type: 'in-server';
      /** The server's main file. */
      readonly entry: string;
      /** The files of the part that the server does not read: these were read alone. */
      readonly unread: readonly string[];
      /** What changes in the whole server. */
      readonly whole: PatchSet;
    }
  | {
      readonly type: 'alone';
      /** The main file of a server beside it, and why it was not read in that one; null if there is none. */
      readonly server: {
        readonly entry: string;
        readonly why: 'not-included' | 'refused' | 'half-migrated';
      } | null;
    };
