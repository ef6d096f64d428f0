import { flatMap, rememberSome, untilEmpty } from '../../text/index.ts';
import { type AllowWord, classifyAllowWord, type Net, parseRequireIp } from './address.ts';
import type { Formula } from './bdd.ts';
import { splitWords } from './config-words.ts';
import { type PutIn, readPutIn } from './put-in-word.ts';
import type { RequestAtoms } from './request-atoms.ts';
import type { RequireLeaf } from './require-tree.ts';
import { evaluateString } from './string-expression.ts';

const NOBODY: AllowWord = { kind: 'dead', why: '' };

const MOST_TEXTS = 10_000;

/**
 * What `Require ip` and `Require host` ask of a client, word by word, as Allow and Deny ask it. Null of other providers, and of a text that is
 * not known before there is a request.
 */
export function clientWords({ provider, args }: RequireLeaf): readonly AllowWord[] | null {
  if (provider === 'ip') return ipWords(args);
  return provider === 'host' ? hostWords(args) : null;
}

const ipWords = rememberSome(MOST_TEXTS, (args): readonly AllowWord[] =>
  splitWords(args).map((word) => {
    const putIn = readPutIn(word);
    if (putIn !== null) return { kind: 'put in', putIn };
    const parsed = parseRequireIp(word);
    return 'net' in parsed ? { kind: 'net', net: parsed.net } : NOBODY;
  }),
);

/** A `#` ends the list; a text that no host is called is met by nobody. */
const hostWords = rememberSome(MOST_TEXTS, (args): readonly AllowWord[] | null => {
  const text = evaluateString(args);
  if (text === null) return null;
  return untilEmpty(splitWords(text.replace(/#.*/s, ''))).map((name) => {
    const putIn = readPutIn(name);
    if (putIn !== null) return { kind: 'put in', putIn };
    return classifyAllowWord(`.${name}`).kind === 'host' ? { kind: 'host', name } : NOBODY;
  });
});

/** The client is met by one of the words. */
export function matchWords(atoms: RequestAtoms, words: readonly AllowWord[]): Formula {
  const nets: Net[] = [];
  const others: Formula[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word.kind === 'net') nets.push(word.net);
    else others.push(matchWord(atoms, word));
  }
  return atoms.bdd.or(atoms.address(nets), atoms.bdd.any(others));
}

/** But for addresses, which are matched together. */
function matchWord(atoms: RequestAtoms, word: AllowWord): Formula {
  const { bdd } = atoms;
  switch (word.kind) {
    case 'all':
      return bdd.yes;
    case 'env':
      return atoms.env(word.name);
    case 'env-not':
      return bdd.not(atoms.env(word.name));
    case 'host':
      return atoms.host(word.name);
    case 'put in':
      return putInFormula(atoms, word.putIn);
    default:
      return bdd.no;
  }
}

/** What an engine will put in, among other words. */
export function putInAmong(atoms: RequestAtoms, words: readonly string[]): Formula {
  const putIn = flatMap(words, (word) => readPutIn(word) ?? []);
  return atoms.bdd.any(putIn.map((each) => putInFormula(atoms, each)));
}

/** Whatever will be put in, both servers match the same clients by it. */
function putInFormula(atoms: RequestAtoms, { provider, text }: PutIn): Formula {
  return atoms.opaque(`${PUT_IN_TEST[provider]} ${text}`);
}

const PUT_IN_TEST = {
  ip: "the client's address is in",
  host: "the client's name is in",
  env: 'the variable is set that is called',
  open: 'the request is met by',
} as const;
