import { branchesOf, patternTokens } from '../../pattern/index.ts';
import { rememberSome } from '../../text/index.ts';

/**
 * Whether a pattern may match `/a/b` and not `/a//b`: it writes a slash behind its first that something other than `.*` follows.
 * (Slashes at the start of an address are one on both servers; before what is not anchored there may be any.)
 */
export function tellsSlashesApart(pattern: string): boolean {
  // Most have none.
  return pattern.includes('/') && tellsInnerApart(pattern);
}

const MOST_PATTERNS = 2_000;

/** The same few stand in the rules of all hosts. */
const tellsInnerApart = rememberSome(MOST_PATTERNS, (pattern): boolean => {
  const [start = ''] = FIRST_SLASH.exec(pattern) ?? [];
  return pattern.includes('/', start.length) && branchesOf(pattern.replace(/^!/, '')).some(hasInnerSlash);
});

const FIRST_SLASH = /^!?(?:\^|\((?:\?:)?)*(?:\\?\/)?/;

function hasInnerSlash(branch: string): boolean {
  const tokens = patternTokens(branch).filter((token) => !/^(?:\^|\((?:\?:?)?|:|\)|\?)$/.test(token));
  return tokens.some((token, at) => {
    const isInner = at > 0 && /^\\?\/$/.test(token);
    return isInner && at < tokens.length - 1 && !/^\.[*+]$/.test(tokens.slice(at + 1, at + 3).join(''));
  });
}
