import type { RequireTree } from '../policy/index.ts';
import { hasMethod, splitWords } from '../policy/index.ts';
import { fromAddresses, fromHosts, withVariable } from './host-predicate.ts';
import type { Predicate } from './predicate.ts';
import { all, any, EVERYBODY, NOBODY, not, test } from './predicate.ts';

/** What a Require line asks for; of 2.4, or of 2.2 under the name that 2.4 has for it. */
export function providerPredicate(provider: string, args: string): Predicate {
  const words = splitWords(args).filter((word) => word !== '');
  const list = words.join(', ');
  switch (provider) {
    case 'all':
      return args.toLowerCase() === 'granted' ? EVERYBODY : NOBODY;
    case 'ip':
      return fromAddresses(words);
    case 'host':
      return fromHosts(words);
    case 'forward-dns':
      return test(`clients from the address of ${list}`);
    case 'local':
      return test('clients on the server itself');
    case 'env':
      return any(
        words.map((word) => (word.startsWith('!') ? not(withVariable(word.slice(1))) : withVariable(word))),
      );
    case 'method':
      return test(`requests with the method ${words.join(' or ')}`);
    case 'expr':
      return test(`requests that meet ${args}`);
    case 'valid-user':
      return test('users who log in');
    case 'user':
      return test(`the user ${words.join(' or ')}, logged in`);
    case 'group':
      return test(`users of the group ${words.join(' or ')}, logged in`);
    case 'file-owner':
      return test("the file's owner, logged in");
    case 'file-group':
      return test("users of the file's group, logged in");
    default:
      return test(`whoever meets \`Require ${`${provider} ${args}`.trim()}\``);
  }
}

/** What a tree of Require lines asks for with a method; null if none of its lines speaks of it. */
export function treePredicate(tree: RequireTree, method: string): Predicate | null {
  if (tree.type === 'leaf') {
    if (!hasMethod(tree.methods, method)) return null;
    const asked = providerPredicate(tree.provider, tree.args);
    return tree.negated ? not(asked) : asked;
  }
  const parts = tree.children.flatMap((child) => treePredicate(child, method) ?? []);
  if (parts.length === 0) return null;
  if (tree.type === 'none') return not(any(parts));
  return tree.type === 'all' ? all(parts) : any(parts);
}
