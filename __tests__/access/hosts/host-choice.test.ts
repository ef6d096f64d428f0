import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addressText, hostNumbers, nameChooser } from '../../../src/access/hosts/host-choice.ts';
import type { HostAt } from '../../../src/access/hosts/host-table.ts';
import { fnmatch } from '../../../src/model/index.ts';
import type { Scope } from '../../../src/model/index.ts';

// The index of names answers as a look at each host, one after the other, does.

const NAMES = ['a.example', 'b.example', 'www.a.example', '10.0.0.1', '10.0.0.2'];
const PATTERNS = ['*', '*.example', 'www.*', '?.example', '10.0.0.*'];

const hostAt = fc
  .tuple(
    fc.constantFrom('10.0.0.1', '10.0.0.2:80', '*:80'),
    fc.constantFrom(...NAMES),
    fc.array(fc.constantFrom(...NAMES, ...PATTERNS), { maxLength: 3 }),
  )
  .map(([text, serverName, aliases]): HostAt => {
    const at = { text, address: text.replace(/:80$/, ''), port: text.endsWith(':80') ? 80 : 0 };
    return { at, host: { scope: {} as Scope, words: [at], serverName, aliases, serverPath: null } };
  });

test('the first host that has the name, by its address in 2.2 as by any other name, in 2.4 where no name fits', () => {
  fc.assert(
    fc.property(fc.array(hostAt, { maxLength: 6 }), fc.constantFrom(...NAMES, 'c.other'), (hosts, name) => {
      const hasName = ({ host: { serverName, aliases } }: HostAt): boolean =>
        serverName === name || aliases.some((alias) => fnmatch(alias, name));
      const hasAddress = ({ at }: HostAt): boolean => addressText(at) === name;
      const in22 = hosts.find((each) => hasName(each) || hasAddress(each))?.host;
      const in24 = (hosts.find(hasName) ?? hosts.find(hasAddress))?.host;
      const shared = hostNumbers(hosts);
      expect(nameChooser(hosts, '2.2')(name)).toBe(in22);
      expect(nameChooser(hosts, '2.4')(name)).toBe(in24);
      expect(nameChooser(hosts, '2.2', shared)(name)).toBe(in22);
      expect(nameChooser(hosts, '2.4', shared)(name)).toBe(in24);
    }),
  );
});
