/**
 * Words that are taken for macros of m4: in capitals, as their authors write them, and what has arguments. Any word may be one; methods of
 * HTTP and what stands in `%{NAME}` are none.
 */
const MACRO = new RegExp(
  [
    /(?<![\w%{$])(?:[A-Z][A-Z0-9]*_[A-Z0-9_]*|__\w+__)(?!\w)(?:\([^()\n]*\))?/, // anywhere
    /(?<![^\s"'`(,])[A-Z][A-Z0-9]+(?![\w.:/@-])/, // a word by itself
    /(?<![^\s"'`(,])[A-Za-z_]\w*\((?:[^()\n]|\([^()\n]*\))*\)/, // include(`x.m4')
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

const METHODS =
  /^(?:GET|HEAD|POST|PUT|DELETE|CONNECT|OPTIONS|TRACE|PATCH|PROPFIND|PROPPATCH|MKCOL|COPY|MOVE|LOCK|UNLOCK|SHA|ALL|TLS|SSL)$/;

export function findMacros(text: string): { readonly index: number; readonly text: string }[] {
  return [...text.matchAll(MACRO)]
    .map(({ index, 0: written }) => ({ index, text: written }))
    .filter(({ text: written }) => !METHODS.test(written));
}

/** Of a word that names an address or a host, where capitals mean nothing else (`NET/24`, `10.SITE.0`), or that the text gives a value itself. */
export function findMacrosInAddress(
  word: string,
  text: string,
): { readonly index: number; readonly text: string }[] {
  if (/^\w+$/.test(word) && text.includes(`define(\`${word}'`)) return [{ index: 0, text: word }];
  return Array.from(
    word.matchAll(/(?<!\w)[A-Z_][A-Z0-9_]+(?!\w)(?:\([^()\n]*\))?/g),
    ({ index, 0: written }) => ({
      index,
      text: written,
    }),
  ).filter(({ text: written }) => !/^(?:ALL|NONE|_+)$/.test(written));
}
