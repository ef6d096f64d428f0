import type { Span } from '../text/index.ts';
import type { Provenance } from './types.ts';

interface Claim {
  readonly span: Span;
  readonly by: Provenance;
}

/** Two edits of one step want the same bytes: an error of ours, never of the input. Names both transforms. */
export class EditConflictError extends Error {
  override readonly name = 'EditConflictError';
  readonly path: string;
  readonly first: Claim;
  readonly second: Claim;

  constructor(path: string, first: Claim, second: Claim) {
    super(`internal error: ${describe(first)} and ${describe(second)} overlap in ${path}`);
    this.path = path;
    this.first = first;
    this.second = second;
  }
}

function describe({ span, by }: Claim): string {
  return `${by.transform} (${by.title}, bytes ${span.start}-${span.end})`;
}
