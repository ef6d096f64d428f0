type Words = readonly string[];

/** Which words of a directive are regular expressions. */
const PATTERN_WORDS: Readonly<Record<string, (words: Words) => readonly number[]>> = {
  AliasMatch: () => [0],
  ScriptAliasMatch: () => [0],
  RedirectMatch: ([first = '']) => [/^(?:permanent|temp|seeother|gone|\d{3})$/i.test(first) ? 1 : 0],
  RewriteRule: () => [0],
  // Before an expression stands `expr`.
  RewriteCond: ([first = '', test = '']) => (/^expr$/i.test(first) || /^!?[-<>=]/.test(test) ? [] : [1]),
  SetEnvIf: () => [0, 1],
  SetEnvIfNoCase: () => [0, 1],
  BrowserMatch: () => [0],
  BrowserMatchNoCase: () => [0],
  ProxyPassMatch: (words) => (words.length > 1 ? [0] : []),
  ProxyRemoteMatch: () => [0],
  Header: headerPatterns,
  RequestHeader: headerPatterns,
};

/** The directives that have such a word. */
export const PATTERN_DIRECTIVES: readonly string[] = Object.keys(PATTERN_WORDS);

const BY_NAME = new Map(Object.entries(PATTERN_WORDS).map(([name, words]) => [name.toLowerCase(), words]));

/** The places of the words of a line that are patterns. @param name lower case */
export function patternWords(name: string, words: Words): readonly number[] {
  return BY_NAME.get(name)?.(words) ?? [];
}

/** `[always|onsuccess] edit NAME PATTERN VALUE`, `echo PATTERN`. */
function headerPatterns(words: Words): readonly number[] {
  const own = headerWords(words);
  const [action = ''] = own;
  const at = words.length - own.length;
  if (/^edit\*?$/i.test(action)) return [at + 2];
  return action.toLowerCase() === 'echo' ? [at + 1] : [];
}

/** The words of a Header line from its action on (`header_cmd`, mod_headers.c). */
export function headerWords(words: Words): Words {
  return /^(?:always|onsuccess)$/i.test(words[0] ?? '') ? words.slice(1) : words;
}
