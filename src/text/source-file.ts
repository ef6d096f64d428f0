/** A file's bytes, one character (U+0000..U+00FF) per byte, and the path it is known by. */
export interface SourceFile {
  /** Absolute, symbolic links resolved; or a made-up name such as `<stdin>`. */
  readonly path: string;
  readonly text: string;
}
