/** Variables that mod_rewrite has since 2.4 (`lookup_variable`, mod_rewrite.c); names are read in any case. */
const SINCE_24 =
  /(?<!\\)%\{(?:LA-[UF]:)?(?:CONN_REMOTE_ADDR|CONTEXT_DOCUMENT_ROOT|CONTEXT_PREFIX|REQUEST_SCHEME)\}/gi;

/** A text of mod_rewrite as 2.2 takes it: it puts nothing where it does not know the variable. */
export function withoutNewVariables(text: string): string {
  if (!text.includes('%{')) return text;
  const made = text.replace(SINCE_24, '');
  // A hyphen alone would leave the address as it is.
  return made === '-' && text !== '-' ? '\\-' : made;
}
