/** The pattern that matches a text and nothing else, where it stands; PCRE and JavaScript read it alike. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
