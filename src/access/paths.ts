/** The components of a path or address; doubled and final slashes say nothing. [] is the root. */
export function pathComponents(text: string): string[] {
  return text.split('/').filter((part) => part !== '');
}

export function joinComponents(path: readonly string[]): string {
  return `/${path.join('/')}`;
}

/** Whether `path` is `ancestor` or lies below it. */
export function isAtOrBelow(path: readonly string[], ancestor: readonly string[]): boolean {
  return path.length >= ancestor.length && ancestor.every((part, i) => part === path[i]);
}
