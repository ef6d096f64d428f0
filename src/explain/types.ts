/** What there is to know about a message, a symptom, or a row of the upgrade guide that no transform is named for. */
export interface Explanation {
  /** The id of the row where there is one for it; else `msg-`, `sym-` or a noun of its own. */
  readonly id: string;
  readonly title: string;
  /** Ids of the rows of the upgrade guide that it speaks of. */
  readonly rows: readonly string[];
  /** Directives of 2.2 that it says something about, as the manual spells them. */
  readonly directives: readonly string[];
  /** Numbers of the error log, such as AH01797. */
  readonly codes: readonly string[];
  /** Lines that the server writes. */
  readonly messages: readonly MessageShape[];
  /** Words in which people tell what they see. */
  readonly words: readonly MessageShape[];
  /** What has happened, or what is different. */
  readonly means: string;
  /** The 2.4 fact behind it, with its source. */
  readonly why: string;
  /** What this program does about it. */
  readonly does: string;
  /** Lines of configuration that show the cure. */
  readonly change: Change | null;
  readonly undo: string;
  /** Ids of transforms, then of other explanations. */
  readonly see: readonly string[];
  readonly link: string;
}

/** Something that people see, and that may come from more than one change. */
export interface Symptom {
  /** `status-403`, or a noun of its own. */
  readonly id: string;
  readonly title: string;
  /** Words in which people tell it. */
  readonly shape: MessageShape;
  /** What a browser shows, where that says it. */
  readonly page?: MessageShape;
  /** Ids of transforms and explanations, each with what is seen besides where it is that one. */
  readonly causes: readonly Name[];
}

/** How a line can be told. */
export interface MessageShape {
  /** A group `directive` or `module` catches what the line is about. Never slow: no nested repetition. */
  readonly pattern: RegExp;
  /** Real lines, without the date. */
  readonly examples: readonly string[];
}

/** Lines before and after; a text in parentheses says it in words instead. */
export interface Change {
  readonly before: string;
  readonly after: string;
}

/** What there is to say about one thing, for the terminal and for Markdown alike. */
export interface Article {
  /** Unique among all articles: `transform rename-max-clients`. */
  readonly key: string;
  readonly title: string;
  readonly parts: readonly ArticlePart[];
}

export type ArticlePart =
  | { readonly type: 'text'; readonly heading: string; readonly text: string }
  | { readonly type: 'list'; readonly heading: string; readonly items: readonly string[] }
  | { readonly type: 'change'; readonly heading: string; readonly change: Change }
  | { readonly type: 'names'; readonly heading: string; readonly names: readonly Name[] };

/** Something that `explain` takes. */
export interface Name {
  readonly id: string;
  readonly title: string;
}
