/** Whether the first word of a RedirectMatch is its status and not yet the pattern (add_redirect_internal in mod_alias.c). */
export function isRedirectStatus(word: string): boolean {
  return /^(?:permanent|temp|seeother|gone|\d+)$/i.test(word);
}
