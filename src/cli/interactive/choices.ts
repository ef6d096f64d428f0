/** A text that a person wrote in the place of a proposed one. */
export interface HandEdit {
  readonly path: string;
  /** Whole lines of the result. */
  readonly proposed: string;
  readonly written: string;
}

/** What was decided so far. */
export interface Choices {
  /** By decision: whether it is wanted. */
  readonly wanted: Map<string, boolean>;
  readonly edits: HandEdit[];
}

export function noChoices(): Choices {
  return { wanted: new Map(), edits: [] };
}
