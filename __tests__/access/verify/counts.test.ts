import { expect, test } from '@jest/globals';
import { proveAccess } from '../../../src/migrate/access-proof.ts';
import { targetProfile } from '../../../src/target/index.ts';
import { callsBeyond } from '../../calls-of.ts';
import { memoryTree, MODULES_22, MODULES_24 } from '../request/memory-tree.ts';
import type { MemoryTree } from '../request/memory-tree.ts';
import { compare, found } from './two-trees.ts';

// Nothing may take the square of the virtual hosts. Counted, not timed.

const FEW = 40;

interface Rules {
  /** For a client's address, null for all. */
  granted(address: string | null): string;
  readonly modules: string;
}

const OLD: Rules = {
  granted: (address) =>
    address === null
      ? 'Order allow,deny\nAllow from all'
      : `Order deny,allow\nDeny from all\nAllow from ${address} env=in`,
  modules: MODULES_22,
};

const NEW: Rules = {
  granted: (address) => (address === null ? 'Require all granted' : `Require ip ${address}\nRequire env in`),
  modules: MODULES_24,
};

const subnet = (first: number, i: number): string => `${first}.${i >> 8}.${i & 255}.0/24`;

/** Like no other: its rules, and where its addresses lead. @param setter of the variable that the rules ask for */
function host(i: number, { granted }: Rules, name: string, setter: string): string {
  return `<VirtualHost *:80>
ServerName ${name}
ServerAlias www.${name} *.${name}
DocumentRoot /srv/sites/${i}
Alias /data${i} /srv/data/${i}
RedirectMatch ^/old${i}/ http://${name}/
SetEnvIf ${setter} x${i} in
<Directory /srv/sites/${i}>
Options Indexes
${granted(null)}
</Directory>
<Directory /srv/data/${i}>
Options -Indexes
${granted(subnet(10, i))}
</Directory>
<Location /private/${i}>
${granted(subnet(11, i))}
</Location>
</VirtualHost>
`;
}

interface Hosts {
  readonly count: number;
  /** The number of the first. */
  readonly first: number;
}

function tree(
  { count, first }: Hosts,
  rules: Rules,
  nameOf = (i: number) => `h${i}.test`,
  setter = 'Referer',
): MemoryTree {
  const all = Array.from({ length: count }, (_, i) => host(first + i, rules, nameOf(first + i), setter));
  const head = rules.modules + `Listen 80\n${rules === OLD ? 'NameVirtualHost *:80\n' : ''}`;
  const main = `<Directory />\nOptions None\n${rules.granted('192.0.2.1')}\n</Directory>\n`;
  return memoryTree(head + main + all.join(''));
}

type Compared = (before: MemoryTree, after: MemoryTree) => void;

function growth(work: Compared, after: (hosts: Hosts) => MemoryTree): string[] {
  return callsBeyond((count, first) => {
    const [old, made] = [tree({ count, first }, OLD), after({ count, first })];
    return () => work(old, made);
  }, FEW);
}

const MIGRATED = (hosts: Hosts) => tree(hosts, NEW);
const RENAMED = (hosts: Hosts) => tree(hosts, NEW, (i) => `other${i}.test`);
const SET_OTHERWISE = (hosts: Hosts) => tree(hosts, NEW, undefined, 'User-Agent');

test('what these trees differ in is what is meant', () => {
  const three = { count: 3, first: 0 };
  const differences = (after: (hosts: Hosts) => MemoryTree) =>
    new Set(found(compare(tree(three, OLD), after(three))));
  expect(differences(MIGRATED)).toEqual(new Set());
  expect(differences(RENAMED)).toEqual(new Set(['host-missing', 'host-new', 'variable-set']));
  expect(differences(SET_OTHERWISE)).toEqual(new Set(['variable-set']));
});

test.each([
  ['equal trees', MIGRATED],
  ['hosts that only one of them has', RENAMED],
  ['lines that only one of them has', SET_OTHERWISE],
])('twice the hosts are twice the work of verify: %s', (_, after) => {
  expect(growth(compare, after)).toEqual([]);
});

test('and of the proof', () => {
  const options = { semantics: 'exact', access: 'require', apply: 'safe', only: null, skip: [] } as const;
  const proof: Compared = ({ model: before }, { model: after }) => {
    expect(proveAccess(before, after, { ...options, target: targetProfile('stock'), defines: [] })).toEqual(
      [],
    );
  };
  expect(growth(proof, MIGRATED)).toEqual([]);
});
