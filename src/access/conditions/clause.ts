import { branchesOf, patternTokens } from '../../pattern/index.ts';
import { anchoredBehind, filePattern } from './name-patterns.ts';
import {
  addressPattern,
  escapeAddress,
  folderPattern,
  isPlainWildcard,
  namePattern,
  targetPattern,
  walkedPattern,
  wildcardAddressPattern,
  wildcardFolderPattern,
  wildcardPattern,
} from './path-patterns.ts';

/**
 * A test of the file or address that a request leads to: below a folder (`below`) or an address (`addressed`), of a file
 * name (`named`), or matched by a pattern of the configuration (the name of a `choice`), or of the virtual host with a flag (`flagged`).
 */
export interface Clause {
  readonly kind: 'below' | 'named' | 'choice' | 'addressed' | 'flagged';
  readonly text: string;
  readonly isTrue: boolean;
}

/** The file or the address of a request, matched against a regular expression. */
export interface PatternTest {
  readonly variable: 'REQUEST_FILENAME' | 'REQUEST_URI';
  readonly pattern: string;
}

/** What the file of a request is called that goes to another server (mod_proxy). */
export const PROXIED = '^proxy:';

/** Null for what no pattern can say. */
export function patternTestOf({ kind, text }: Clause): PatternTest | null {
  switch (kind) {
    case 'choice':
      return choiceTest(text);
    case 'below':
      return ofFile(folderPattern(text));
    case 'addressed':
      return ofAddress(addressPattern(text));
    case 'named':
      return ofFile(namePattern(text));
    case 'flagged':
      return null;
  }
}

/** Null for what no pattern can say. */
export function choiceTest(choice: string): PatternTest | null {
  const blank = choice.indexOf(' ');
  const kind = choice.slice(0, blank);
  const pattern = choice.slice(blank + 1);
  if (kind.endsWith('*') && !isPlainWildcard(pattern)) return null;
  switch (kind) {
    case 'file':
      return ofFile(filePattern(pattern));
    case 'file*':
      return ofFile(`/${wildcardPattern(pattern)}$`);
    case 'path':
      return ofFile(pattern);
    case 'walk':
      return ofFile(walkedPattern(pattern));
    case 'path*':
      return ofFile(wildcardFolderPattern(pattern));
    case 'address*':
      return pattern.startsWith('/') ? ofAddress(wildcardAddressPattern(pattern)) : null;
    case 'address':
      return ofAddress(pattern);
    case 'below':
      return ofAddress(`^${escapeAddress(pattern)}/`);
    case 'target':
      return ofFile(proxiedPattern(pattern));
    case 'target*':
      return ofFile(PROXIED + targetPattern(pattern));
    default:
      return null;
  }
}

function ofFile(pattern: string): PatternTest {
  return { variable: 'REQUEST_FILENAME', pattern };
}

function ofAddress(pattern: string): PatternTest {
  return { variable: 'REQUEST_URI', pattern };
}

/** ProxyMatch holds its pattern against what stands behind `proxy:`. */
function proxiedPattern(pattern: string): string {
  const branches = branchesOf(pattern);
  if (branches.every(isAnchored)) return branches.map((branch) => PROXIED + branch.slice(1)).join('|');
  return `${PROXIED}.*(?:${anchoredBehind(pattern, `(?<=${PROXIED})`)})`;
}

/** Whether a pattern asks for a beginning, once. */
function isAnchored(branch: string): boolean {
  const [first, second = ''] = patternTokens(branch);
  return first === '^' && !/^[*+?{]/.test(second) && patternTokens(branch).lastIndexOf('^') === 0;
}
