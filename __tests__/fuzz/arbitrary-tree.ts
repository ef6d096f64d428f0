import fc from 'fast-check';
import { directives22, directives24 } from '../../src/catalog/index.ts';
import { mutated } from './mutate-text.ts';

/** A server to be: files (text with one character per byte) and symbolic links, by absolute path. */
export interface FuzzedTree {
  readonly files: Readonly<Record<string, string>>;
  readonly links: Readonly<Record<string, string>>;
}

const MAIN = '/etc/httpd/conf/httpd.conf';

/** Includes, virtual hosts and served folders, all of them made of what the seeds say and then broken. */
export function fuzzedTree(seeds: readonly string[]): fc.Arbitrary<FuzzedTree> {
  const text = mutated(seeds, NAMES);
  const target = fc.constantFrom(
    '.',
    '..',
    '/',
    'x',
    '../conf/httpd.conf',
    '/etc/httpd/conf.d',
    '/nowhere',
    'l',
  );
  return fc
    .record({
      main: text,
      included: fc.array(text, { maxLength: 2 }),
      host: text,
      htaccess: fc.array(text, { maxLength: 2 }),
      links: fc.array(target, { maxLength: 2 }),
    })
    .map(({ main, included, host, htaccess, links }) => ({
      files: {
        [MAIN]: `ServerRoot /etc/httpd\n${main}\nInclude conf.d/*.conf\n<VirtualHost *:80>\nDocumentRoot /srv/www\n${host}\n</VirtualHost>\n`,
        ...Object.fromEntries(included.map((each, at) => [`/etc/httpd/conf.d/${at}.conf`, each])),
        ...Object.fromEntries(htaccess.map((each, at) => [`/srv/www${'/below'.repeat(at)}/.htaccess`, each])),
      },
      links: Object.fromEntries(links.map((each, at) => [`/etc/httpd/conf.d/l${at}.conf`, each])),
    }));
}

export { MAIN as FUZZED_MAIN };

/** Every directive of either version, with arguments that fit some. */
const NAMES = [...directives22(), ...directives24()].flatMap(({ name }) => [
  `${name} on\n`,
  `${name} "a b" /c %d\n`,
]);
