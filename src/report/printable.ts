import { makeVisible, UNSEEN } from '../text/index.ts';

const UTF8_RUN =
  /(?:[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3})+/g;

/**
 * Text that quotes bytes of a file, made fit to show on one line of a terminal: UTF-8 is read as such, other bytes as
 * Latin-1, and what a terminal would obey or hide is made visible as `less` does it: `^[`, `<9B>`, `<U+202E>`.
 */
export function printable(text: string): string {
  return decodeUtf8(text).replace(UNSEEN, makeVisible);
}

/** As JSON that a terminal may be shown, too: what it would obey or hide is escaped, and so reads back the same. */
export function showableJson(value: unknown, indent = 2): string {
  return showableJsonText(JSON.stringify(value, null, indent));
}

/** The same of a text that is JSON already. */
export function showableJsonText(json: string): string {
  return json.replace(UNSEEN, (character) => (character === '\n' ? character : escapeUnits(character)));
}

function escapeUnits(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

function decodeUtf8(text: string): string {
  return text.replace(UTF8_RUN, (run) => {
    const decoded = Buffer.from(run, 'latin1').toString('utf8');
    return decoded.includes('\ufffd') ? run : decoded;
  });
}
