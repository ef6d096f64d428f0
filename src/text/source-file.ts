/** A file's bytes, one character (U+0000..U+00FF) per byte, and the path it is known by. */
export interface SourceFile {
  /** Absolute, symbolic links resolved; or a made-up name such as `<stdin>`. */
  readonly path: string;
  readonly text: string;
}

/**
 * Whether bytes of the path are lost that are not UTF-8: in their place Node puts U+FFFD, and opens nothing by such a name. What has one is
 * there, with a kind, and can't be read or listed.
 */
export function isLossy(path: string): boolean {
  return path.includes('\uFFFD');
}
