import { branchesOf, patternTokens } from '../../pattern/index.ts';

// FilesMatch holds its pattern against the last component of a path, an expression against the whole path: there a file name begins
// behind a slash, ends where the path does, and has no slash in it.

/** The match must begin behind the last slash. */
const LAST_COMPONENT = '(?=[^/]*$)';
const NAME_START = '(?<=/)';
/** What `.` matches of a file name. */
const ANY_OF_NAME = '[^/\\n]';
const REST_OF_NAME = '[^/]*$';

/** The pattern of paths that matches where the pattern of names matches the last component. */
export function filePattern(pattern: string): string {
  return plainFilePattern(pattern) ?? `${LAST_COMPONENT}(?:${anchoredBehind(pattern, NAME_START)})`;
}

/** The pattern of names that a pattern of paths stands for (`filePattern`); null if it asks for more than a name. */
export function namePatternIn(pattern: string): string | null {
  const inner = pattern.startsWith(`${LAST_COMPONENT}(?:`) && pattern.endsWith(')');
  if (inner) return pattern.slice(LAST_COMPONENT.length + 3, -1).replaceAll(NAME_START, '^');
  const name = branchesOf(pattern).map(nameBranch).join('|');
  return plainFilePattern(name) === pattern ? name : null;
}

/** As a person would write it; null where the pattern has an anchor inside, or may match a slash. */
function plainFilePattern(pattern: string): string | null {
  // What one name stands for is told by that name: here it is the choice that counts.
  if (LITERAL.test(pattern)) return null;
  const branches = branchesOf(pattern).map(plainBranch);
  return branches.every((branch) => branch !== null) ? branches.join('|') : null;
}

const LITERAL = /^\^(?:[\w~-]|\\[^\w/])+\$$/;

function plainBranch(branch: string): string | null {
  const tokens = patternTokens(branch);
  const isAtStart = tokens[0] === '^';
  const isAtEnd = tokens.at(-1) === '$';
  const middle = tokens.slice(isAtStart ? 1 : 0, isAtEnd ? -1 : undefined);
  if (/^[*+?{]/.test(middle[0] ?? '') || !middle.every(isOfName)) return null;
  const text = middle.map((token) => (token === '.' ? ANY_OF_NAME : token)).join('');
  return `${isAtStart ? '/' : ''}${text}${isAtEnd ? '$' : REST_OF_NAME}`;
}

function nameBranch(branch: string): string {
  const isOpen = branch.endsWith(REST_OF_NAME);
  const middle = isOpen ? branch.slice(0, -REST_OF_NAME.length) : branch;
  return middle.replace(/^\//, '^').replaceAll(ANY_OF_NAME, '.');
}

/** A token that matches no slash, and asks for nothing around it. */
const OF_NAME =
  /^(?:\\[dws]|\\[^\w/]|\[(?:[A-Z]-[A-Z]|[a-z]-[a-z]|\d-\d|[\w.~])+-?\]|\(\?:|[()|*+?.]|\{\d+(?:,\d*)?\}|[^\\/^$|()[\]{}*+?.])$/;

function isOfName(token: string): boolean {
  return OF_NAME.test(token);
}

/** The pattern with another test in the place of each `^` that is an anchor. */
export function anchoredBehind(pattern: string, start: string): string {
  return patternTokens(pattern)
    .map((token) => (token === '^' ? start : token))
    .join('');
}
