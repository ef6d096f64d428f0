/**
 * Whether bytes of the path are lost that are not UTF-8: in their place Node puts U+FFFD, and opens nothing by such a name. What has one is
 * there, with a kind, and can't be read or listed.
 */
export function isLossy(path: string): boolean {
  return path.includes('\uFFFD');
}
