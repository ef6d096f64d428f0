/** Controls but tab and line feed, and what has no width or changes the order of letters. */
const STEERING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** Colours: Select Graphic Rendition and nothing else. */
// oxlint-disable-next-line no-control-regex -- finding control characters is the point
const COLOUR = /\u001b\[[0-9;]*m/g;

/** The first character of an output by which a terminal could be steered, as `U+001B` with what follows; null if there is none. */
export function steeringCharacter(output: string): string | null {
  const plain = output.replace(COLOUR, '');
  for (const { 0: character, index } of plain.matchAll(STEERING)) {
    if (character === '\n' || character === '\t') continue;
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    return `U+${code} before ${JSON.stringify(plain.slice(index + 1, index + 30))}`;
  }
  return null;
}
