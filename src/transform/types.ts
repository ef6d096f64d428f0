import type { ModelFile, ServerModel } from '../model/index.ts';
import type { Section } from '../syntax/index.ts';
import type { TargetProfile } from '../target/index.ts';
import type { Span, TextEdit } from '../text/index.ts';

/** How far an edit can be trusted. `safe` is applied by default, `review` when asked for, `manual` is only said. */
export type Applicability = 'safe' | 'review' | 'manual';

/** How much a reader must care. An `error` makes the exit code 3: a person has to act. */
export type Level = 'info' | 'warning' | 'error';

/** An edit in one file of the tree. */
export interface FileEdit {
  readonly file: ModelFile;
  readonly edit: TextEdit;
}

/** A titled set of edits that stand or fall together. The title is a verb phrase. */
export interface Fix {
  readonly title: string;
  readonly applicability: Applicability;
  readonly edits: readonly FileEdit[];
  /** Files, links and folders that the fix makes or renames, besides (Debian's links and names). */
  readonly fileChanges?: readonly FileChange[];
}

export type FileChange =
  | { readonly type: 'rename'; readonly from: string; readonly to: string }
  | { readonly type: 'link'; readonly path: string; readonly target: string }
  /** A new file; it gets owner, mode and label of `like`, which is there. */
  | { readonly type: 'make'; readonly path: string; readonly text: string; readonly like: string }
  | { readonly type: 'folder'; readonly path: string }
  | {
      readonly type: 'unlink';
      readonly path: string;
      /** What the link points at, for whoever reads the diff. */
      readonly target: string;
    };

/** Where a finding points: a span of a file, or the file as a whole (span null). */
export interface Place {
  readonly file: ModelFile;
  readonly span: Span | null;
}

/** A finding as a transform reports it; the pipeline adds the transform's id and maps the span to the original text. */
export interface Report {
  readonly place: Place;
  readonly messageId: string;
  readonly message: string;
  readonly level: Level;
  readonly fix: Fix | null;
}

/** A fix that could be made, by what stays the same in a later run on the same tree. */
export interface FixCandidate {
  readonly transform: string;
  readonly messageId: string;
  readonly title: string;
  readonly applicability: Applicability;
  readonly path: string;
  /** Where its finding stands in the original text; null if it is about the file as a whole. */
  readonly start: number | null;
}

/** What the user chose that transforms must obey. */
export interface TransformOptions {
  readonly access: 'require' | 'compat';
  readonly semantics: 'contract' | 'exact';
  /** The least trusted applicability that is applied. */
  readonly apply: 'safe' | 'review';
  /** One text for 2.2 and 2.4: what differs stands twice, in guards. */
  readonly dual?: boolean;
  /** Guards of the original that only 2.4 passes, and in which it would be told differently than 2.2 was. */
  readonly contradicting?: ReadonlySet<Section>;
}

/**
 * Order of the pipeline. In one stage the independent transforms come first, then the others by id; each sees the text that those
 * before it made.
 */
export const STAGES = ['lines', 'access', 'directives', 'defaults', 'modules', 'findings'] as const;
export type Stage = (typeof STAGES)[number];

export interface TransformContext<MessageId extends string = string> {
  readonly model: ServerModel;
  /** The tree before any transform ran: of lines that others take away. What is reported and edited is of `model`. */
  readonly original: ServerModel;
  readonly target: TargetProfile;
  readonly options: TransformOptions;
  /**
   * What the original tree was written for, before any transform ran. In a tree that a 2.4 server reads already,
   * 2.4's defaults are the wanted ones: transforms that keep a default of 2.2 have nothing to do there.
   */
  readonly writtenFor: '2.2' | '2.4';
  /** Data fill the `{name}` places of the message. */
  report(
    place: Place,
    messageId: MessageId,
    details?: {
      readonly data?: Readonly<Record<string, string | number>>;
      readonly level?: Level;
      readonly fix?: Fix;
    },
  ): void;
}

/** The fixed headings that `explain` and docs/rules are made from. Plain sentences, Markdown allowed. */
export interface TransformDocs {
  readonly does: string;
  /** The 2.4 fact behind it, with its source. */
  readonly why: string;
  readonly before: string;
  readonly after: string;
  readonly undo: string;
  readonly limits: string;
  readonly link: string;
}

/** One file of knowledge that turns model facts into findings and fixes. */
export interface Transform<MessageId extends string = string> {
  /** kebab-case verb-object; never renumbered or reused. */
  readonly id: string;
  readonly title: string;
  readonly stage: Stage;
  /** Ids of the contract rows it serves. */
  readonly rows: readonly string[];
  /**
   * The directives and sections of 2.2 whose lines it changes or reports, as the manual spells them. `explain` and
   * docs/coverage.md are made from it.
   */
  readonly directives?: readonly string[];
  /**
   * True if nothing that another independent transform of its stage writes can change what this one sees or says. Independent
   * transforms of a stage run first, together and on one model; building the model anew is what costs time.
   */
  readonly isIndependent?: boolean;
  /** True if all others of its stage are to see what it made, the independent ones, too. */
  readonly isFirst?: boolean;
  /** True if what it writes changes what the server does where no line said so: listed for people even though it is made. */
  readonly isListed?: boolean;
  /** Messages about defaults of 2.4 that this tree does not set: counted for people in one line, unless they are more than notes. */
  readonly unsetDefaults?: readonly NoInfer<MessageId>[];
  /** Messages about lines with which 2.4 does not start: where they are errors, the summary says so beside what is proven. */
  readonly refusedAtStart?: readonly NoInfer<MessageId>[];
  /** True if 2.4 takes the old lines, too, perhaps with a warning, or no text does for both: --dual keeps them. */
  readonly keptForDual?: boolean;
  /** True if it may edit .htaccess files that 2.2 answers 500 for, which all others must leave as they are. */
  readonly editsRefused?: boolean;
  /** The most trusted applicability that its fixes have. */
  readonly applicability: Applicability;
  readonly docs: TransformDocs;
  /** Message id -> text with `{name}` places: what was found, what 2.4 does, what to do. */
  readonly messages: Readonly<Record<MessageId, string>>;
  /** Reads the model and reports. Never throws on odd input, never changes anything. */
  run(context: TransformContext<MessageId>): void;
}

/** Gives a transform its exact message ids as type; returns it unchanged. */
export function defineTransform<const MessageId extends string>(
  transform: Transform<MessageId>,
): Transform<MessageId> {
  return transform;
}
