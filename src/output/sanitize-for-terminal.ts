/** Well-formed UTF-8 (Unicode 16, table 3-7), spelled as Latin-1; the rest of the pattern is any other single byte above ASCII. */
const UTF8_OR_BYTE =
  /[\xc2-\xdf][\x80-\xbf]|(?:\xe0[\xa0-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]|\xed[\x80-\x9f])[\x80-\xbf]|(?:\xf0[\x90-\xbf]|[\xf1-\xf3][\x80-\xbf]|\xf4[\x80-\x8f])[\x80-\xbf]{2}|[\x80-\xff]/g;
// oxlint-disable-next-line no-control-regex -- finding control characters is the point
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f]/g;
/** Controls, format characters (all bidirectional controls are of these, and all that have no width), line separators. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * The text with everything made visible by which a file could steer a terminal or hide something in it, as `less` shows it: `^[`
 * for ESC, `<9B>` for a byte that is no UTF-8, `<U+202E>` for a bidirectional control. Line feeds and tabs stay.
 * @param text Latin-1 string, one character per byte; so is the result
 */
export function sanitizeForTerminal(text: string): string {
  return text.replace(CONTROL, showControl).replace(UTF8_OR_BYTE, showIfUnseen);
}

/** Caret notation: `^@` to `^_`, and `^?` for DEL. */
function showControl(control: string): string {
  return `^${String.fromCharCode(control.charCodeAt(0) ^ 0x40)}`;
}

function showIfUnseen(bytes: string): string {
  if (bytes.length === 1) return `<${hex(bytes.charCodeAt(0), 2)}>`;
  const character = Buffer.from(bytes, 'latin1').toString('utf8');
  return UNSEEN.test(character) ? `<U+${hex(character.codePointAt(0)!, 4)}>` : bytes;
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
