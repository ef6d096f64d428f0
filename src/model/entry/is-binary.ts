/** As much as is looked at: a configuration that starts with a page of text is one. */
const SAMPLE = 8192;
/** Control characters in every hundred from which on it is no text. Real configuration has a stray one now and then. */
const MOST_CONTROL_CHARACTERS = 5;

/** Whether the bytes are no configuration: an image, an archive, a program, an editor's swap file, UTF-16. */
export function isBinary(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  // oxlint-disable-next-line no-control-regex
  const controls = sample.match(/[\x00-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0;
  return controls * 100 > sample.length * MOST_CONTROL_CHARACTERS;
}
