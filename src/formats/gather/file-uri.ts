/** Where a file is, for programs that look it up: its name as it is, and not as it is shown. @param path as the user would type it */
export function fileUri(path: string): string {
  const uri = path.split('/').map(encodeURIComponent).join('/');
  return path.startsWith('/') ? `file://${uri}` : uri;
}
