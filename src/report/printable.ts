const UTF8_RUN =
  /(?:[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3})+/g;
// Control characters, line separators, and what changes the order in which letters are shown
// (https://www.unicode.org/reports/tr36/, bidirectional text spoofing).
const DANGEROUS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu;
const DANGEROUS_IN_LINES = /(?!\t|\r?\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu;

/**
 * Text that quotes bytes of a file, made fit to show on one line of a terminal: UTF-8 read as such, other bytes as
 * Latin-1, and whatever a terminal would obey instead of show written as `\x1b` or `\u202e`.
 */
export function printable(text: string): string {
  return decodeUtf8(text).replace(DANGEROUS, escapeCharacter);
}

/** The same for text of several lines: tabs and line endings stay. */
export function printableLines(text: string): string {
  return decodeUtf8(text).replace(DANGEROUS_IN_LINES, escapeCharacter);
}

function decodeUtf8(text: string): string {
  return text.replace(UTF8_RUN, (run) => {
    const decoded = Buffer.from(run, 'latin1').toString('utf8');
    return decoded.includes('\ufffd') ? run : decoded;
  });
}

function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x100
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}
