const UTF8_RUN =
  /(?:[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3})+/g;
// Control and format characters (what changes the order of letters or has no width is among these), line separators.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Text that quotes bytes of a file, made fit to show on one line of a terminal: UTF-8 is read as such, other bytes as
 * Latin-1, and what a terminal would obey or hide is made visible as `less` does it: `^[`, `<9B>`, `<U+202E>`.
 */
export function printable(text: string): string {
  return decodeUtf8(text).replace(UNSEEN, makeVisible);
}

function decodeUtf8(text: string): string {
  return text.replace(UTF8_RUN, (run) => {
    const decoded = Buffer.from(run, 'latin1').toString('utf8');
    return decoded.includes('\ufffd') ? run : decoded;
  });
}

function makeVisible(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20 || code === 0x7f) return `^${String.fromCharCode(code ^ 0x40)}`;
  const hex = code.toString(16).toUpperCase();
  return code < 0x100 ? `<${hex}>` : `<U+${hex.padStart(4, '0')}>`;
}
