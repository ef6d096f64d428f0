const REDIRECT_WORDS: Readonly<Record<string, number>> = { permanent: 301, seeother: 303 };

/**
 * What a rewrite rule answers by itself; null if it makes another address of this server.
 * @param flags as `readRewriteFlags` has them
 * @param made what it makes of the address, or the text that this is made of
 */
export function ruleStatus(flags: ReadonlyMap<string, readonly string[]>, made: string): number | null {
  if (flags.has('F')) return 403;
  if (flags.has('G')) return 410;
  const [redirect] = flags.get('R') ?? [];
  if (redirect !== undefined) return REDIRECT_WORDS[redirect.toLowerCase()] ?? (Number(redirect) || 302);
  return isUrl(made) && !flags.has('P') ? 302 : null;
}

export function isUrl(text: string): boolean {
  return /^\w+:\/\//.test(text);
}
