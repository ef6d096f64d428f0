/**
 * A replacement of 2.2 (`ap_pregsub`) as 2.4 writes it: `&` was the whole match there, and a backslash stood for itself unless
 * `$` or `&` followed; in 2.4 it takes the meaning of whatever follows. One that is written so already stays.
 */
export function replacementFor24(text: string): string {
  if (/^(?:[^&\\]|\\[$&\\])*$/.test(text)) return text;
  return text.replace(/\\[$&]|\\(?=.)|&/gs, (part) => {
    if (part === '&') return '$0';
    return part === '\\' ? '\\\\' : part;
  });
}
