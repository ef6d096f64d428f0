/** A half-open range of byte offsets in one file. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
