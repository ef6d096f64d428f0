// Which characters a request can bring into the output of a rewrite rule.
import { groupSource } from '../../src/access/index.ts';
import type { Expansion, ExpandedRule } from '../../src/access/index.ts';
import { compilePattern } from '../../src/pattern/index.ts';
import { rememberSome } from '../../src/text/index.ts';

/** Variables that hold a piece of the address after `%xx` was decoded. */
const OF_DECODED_ADDRESS =
  /^(REQUEST_URI|REQUEST_FILENAME|SCRIPT_FILENAME|PATH_INFO|SCRIPT_URL|LA-[UF]:.*)$/i;

/** Test strings of conditions in which the character can't be: addresses, names and words of the protocol, the undecoded query. */
const NEVER_BLANK =
  /^%\{(QUERY_STRING|HTTP_HOST|SERVER_NAME|SERVER_ADDR|SERVER_PORT|REMOTE_\w+|REQUEST_METHOD|HTTPS|TIME\w*)\}$/i;
const NEVER_QUESTION =
  /^%\{(HTTP_HOST|SERVER_NAME|SERVER_ADDR|SERVER_PORT|REMOTE_\w+|REQUEST_METHOD|HTTPS|TIME\w*)\}$/i;

/** Whether a request can put the character there; in doubt yes. */
export function mayExpandTo(char: ' ' | '?', { type, name }: Expansion, rule: ExpandedRule): boolean {
  switch (type) {
    case 'back-reference':
      return groupMayMatch(rule.pattern, Number(name), char);
    case 'condition-reference': {
      const never = char === ' ' ? NEVER_BLANK : NEVER_QUESTION;
      return rule.conditions.some(
        ({ args }) => !never.test(args[0] ?? '') && groupMayMatch(args[1] ?? '', Number(name), char),
      );
    }
    case 'variable':
      return OF_DECODED_ADDRESS.test(name);
    case 'map':
      return [...name.matchAll(/\$(\d)/g)].some(([, digit]) =>
        groupMayMatch(rule.pattern, Number(digit), char),
      );
  }
}

/** Whether group n of a pattern (0 for the whole match) can match a text with the character in it. */
export function groupMayMatch(pattern: string, n: number, char: string): boolean {
  return !pattern.startsWith('!') && anyMayMatch(`${n}${char}${pattern}`);
}

/** Asked of the digit, the character, and the pattern: many rules have few patterns. */
const anyMayMatch = rememberSome(1000, (asked): boolean => {
  const [n, char, pattern] = [Number(asked[0]), asked[1]!, asked.slice(2)];
  const group = n === 0 ? pattern : groupSource(pattern, n);
  return group !== null && sourceMayMatch(group, char);
});

function sourceMayMatch(source: string, char: string): boolean {
  for (const [token] of source.matchAll(/\\.|\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*\]|[^\\[]/gs)) {
    if (token === '.' || (token === char && char === ' ')) return true;
    if (token.startsWith('[') ? (compilePattern(token)?.test(char) ?? true) : escapeMayMatch(token, char))
      return true;
  }
  return false;
}

function escapeMayMatch(token: string, char: string): boolean {
  if (!token.startsWith('\\')) return false;
  return (
    /^\\[DWNRXC]$/.test(token) ||
    (token === '\\S' && char !== ' ') ||
    (token === '\\s' && char === ' ') ||
    token === `\\${char}`
  );
}
