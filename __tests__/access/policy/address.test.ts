import { BlockList, isIPv6 } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { classifyAllowWord, createAtoms, parseRequireIp } from '../../../src/access/policy/index.ts';

function netText(word: string): string | null {
  const parsed = parseRequireIp(word);
  if ('error' in parsed) return null;
  return `${parsed.net.bits.join('.')}/${parsed.net.mask.join('.')}`;
}

describe('addresses as apr_ipsubnet_create reads them', () => {
  test.each([
    ['10.1.2.3', '10.1.2.3/255.255.255.255'],
    ['10', '10.0.0.0/255.0.0.0'],
    ['10.', '10.0.0.0/255.0.0.0'],
    ['10.1', '10.1.0.0/255.255.0.0'],
    ['10.1.2.', '10.1.2.0/255.255.255.0'],
    ['10.1.2.3.', '10.1.2.3/255.255.255.255'],
    ['010.0.0.1', '10.0.0.1/255.255.255.255'],
    ['010.0.0.1/8', '10.0.0.0/255.0.0.0'],
    ['10.1.2.3/8', '10.0.0.0/255.0.0.0'],
    ['10.1.2.3/08', '10.0.0.0/255.0.0.0'],
    ['10.1.2.3/+31', '10.1.2.2/255.255.255.254'],
    ['10.1.2.3/32', '10.1.2.3/255.255.255.255'],
    ['10.1.2.3/255.0.255.0', '10.0.2.0/255.0.255.0'],
    ['1.2.3.4/0.0.0.0', '0.0.0.0/0.0.0.0'],
    ['4294967306', '10.0.0.0/255.0.0.0'],
    // 15 characters are the most.
    ['0000000000010.1', '10.1.0.0/255.255.0.0'],
    ['::ff01:10.0.0.1', `${'0.'.repeat(10)}255.1.10.0.0.1/${Array(16).fill(255).join('.')}`],
    ['::1ff:10.0.0.1', `${'0.'.repeat(10)}1.255.10.0.0.1/${Array(16).fill(255).join('.')}`],
    ['1::ffff:10.0.0.1', `0.1.${'0.'.repeat(8)}255.255.10.0.0.1/${Array(16).fill(255).join('.')}`],
  ])('%s is %s', (word, expected) => expect(netText(word)).toBe(expected));

  test.each([
    '0.0.0.0/0',
    '::/0',
    '10.0.0.1/33',
    '10.0.0.1/99',
    '::1/129',
    '10.0.0.1/',
    '000000000000010.1',
    '10.0.0.1/-1',
    '10/8',
    '10.1/16',
    '256.1.1.1',
    '1.2.3.4.5',
    '1..2',
    '3000000000.1',
    '.5',
    '.',
    '10.0.0.1/8/8',
    '::1/255.0.0.0',
    '::ffff:10.0.0.1',
    'fe80::1%eth0',
    '1:2',
    'a:b',
    '10.0.0.1/8.0',
  ])('%s is refused by both servers', (word) => {
    expect(netText(word)).toBeNull();
    expect(classifyAllowWord(word).kind).toBe('error');
  });

  test('IPv6 addresses that isIPv6 takes, and some that only APR takes', () => {
    const group = fc.oneof(fc.nat(0xffff), fc.constantFrom(0, 0, 1)).map((value) => value.toString(16));
    const groups = fc.array(group, { maxLength: 8 }).map((all) => all.join(':'));
    const text = fc.oneof(
      groups,
      fc.tuple(groups, groups).map((sides) => sides.join('::')),
    );
    fc.assert(
      fc.property(text, (word) => {
        if (!isIPv6(word)) return;
        const canonical = new URL(`http://[${word}]/`).hostname.slice(1, -1);
        if (canonical.startsWith('::ffff:')) return; // may be mapped, which APR refuses
        expect(netText(word)).not.toBeNull();
        expect(netText(word)).toBe(netText(canonical));
      }),
    );
    for (const word of ['00001::', '1:2:3:4:5:6:7:8:', '1:2:3:4::5:6:7:8'])
      expect(netText(word)).not.toBeNull();
    for (const word of [':1::', '1::2::3', '1:2:3:4:5:6:7:8:9', '1:2', '10000::', '1:2:3:4:5:6:7:1.2.3.4']) {
      expect(netText(word)).toBeNull();
    }
  });

  test('IPv6 addresses and lengths', () => {
    expect(netText('2001:db8::1')).toBe(
      '32.1.13.184.0.0.0.0.0.0.0.0.0.0.0.1/' + Array(16).fill(255).join('.'),
    );
    expect(netText('2001:db8:ffff::/33')).toBe(
      '32.1.13.184.128.0.0.0.0.0.0.0.0.0.0.0/255.255.255.255.128.0.0.0.0.0.0.0.0.0.0.0',
    );
    expect(netText('::1.2.3.4')).toMatch(/^0\.0\.0\.0\.0\.0\.0\.0\.0\.0\.0\.0\.1\.2\.3\.4\//);
  });
});

describe('words of Allow and Deny, in the order of allow_cmd', () => {
  test.each([
    ['all', { kind: 'all' }],
    ['ALL', { kind: 'all' }],
    ['env=Bot', { kind: 'env', name: 'Bot' }],
    ['ENV=!bot', { kind: 'env-not', name: 'bot' }],
    ['env=!', { kind: 'all' }],
    ['localhost', { kind: 'host', name: 'localhost' }],
    ['.example.com', { kind: 'host', name: '.example.com' }],
    ['web1', { kind: 'host', name: 'web1' }],
    ['10a', { kind: 'host', name: '10a' }],
    ['10.0.0.1.example', { kind: 'host', name: '10.0.0.1.example' }],
  ])('%s', (word, expected) => expect(classifyAllowWord(word)).toEqual(expected));

  test.each(['None', '.none', '#', '10.0.0.1,', '10.0.0.1#x', '*.example.com', '', 'env=', '10.0.0.*'])(
    '%j is dead',
    (word) => expect(classifyAllowWord(word).kind).toBe('dead'),
  );

  test('what is said of words that are refused or match nobody', () => {
    const why = (word: string, version?: '2.4') => {
      const classified = classifyAllowWord(word, version);
      return 'why' in classified ? classified.why : classified.kind;
    };
    expect(why('10.0.0.256')).toBe('the IP address is invalid');
    expect(why('10.0.0.256/8')).toBe('the IP address is invalid');
    expect(why('10.0.0.1/33')).toBe('the network mask is invalid');
    expect(why('example.com/8')).toBe('an IP address was expected');
    expect(why('#', '2.4')).toBe('no comments are allowed here');
    expect(why('env=')).toBe('it names no variable');
    expect(why('')).toBe('it is empty');
    expect(why('a,b')).toBe("it is taken for a host name, and no host name has a ','");
  });

  test('what 2.2 refuses, and what only 2.4 refuses', () => {
    expect(classifyAllowWord('example.com/8').kind).toBe('error');
    expect(classifyAllowWord('http://example.com').kind).toBe('error');
    expect(classifyAllowWord('#', '2.4').kind).toBe('error');
    expect(classifyAllowWord('#10.0.0.1', '2.4').kind).toBe('error');
    expect(classifyAllowWord('a,b', '2.4').kind).toBe('dead');
  });
});

describe('nets as formulas', () => {
  const octet = fc.constantFrom(0, 1, 9, 10, 127, 128, 192, 255);
  const ipv4 = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join('.'));
  const subnet = fc.tuple(ipv4, fc.integer({ min: 1, max: 32 }));

  test('a list of nets holds an address exactly if BlockList says so', () => {
    fc.assert(
      fc.property(fc.array(subnet, { maxLength: 12 }), ipv4, (subnets, client) => {
        const oracle = new BlockList();
        for (const [address, length] of subnets) oracle.addSubnet(address, length);
        const atoms = createAtoms();
        const list = atoms.address(subnets.map(([address, length]) => net(`${address}/${length}`)));
        const one = atoms.address([net(client)]);
        expect(atoms.bdd.and(list, one) === one).toBe(oracle.check(client));
      }),
    );
  });

  test('a netmask with holes', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(ipv4, ipv4), { maxLength: 4 }), ipv4, (masked, client) => {
        const atoms = createAtoms();
        const list = atoms.address(masked.map(([address, mask]) => net(`${address}/${mask}`)));
        const one = atoms.address([net(client)]);
        const expected = masked.some(([address, mask]) =>
          octetsOf(mask).every((m, i) => (octetsOf(address)[i]! & m) === (octetsOf(client)[i]! & m)),
        );
        expect(atoms.bdd.and(list, one) === one).toBe(expected);
      }),
    );
  });

  test('masks with holes, prefixes and everybody beside each other', () => {
    const { bdd, address } = createAtoms();
    const holds = (nets: readonly string[], client: string) => {
      const one = address([net(client)]);
      return bdd.and(address(nets.map(net)), one) === one;
    };
    const mixed = ['10.0.2.0/255.0.255.0', '10.7.3.0/24', '10.7.4.0/255.255.255.128'];
    expect(
      ['10.7.2.1', '10.200.2.9', '10.7.3.5', '10.7.4.127'].filter((each) => !holds(mixed, each)),
    ).toEqual([]);
    expect(['10.8.3.5', '11.7.2.1', '10.7.5.1', '10.7.4.128'].filter((each) => holds(mixed, each))).toEqual(
      [],
    );
    expect(holds([...mixed, '1.2.3.4/0.0.0.0'], '192.0.2.1')).toBe(true);
    // A diagram of a mask is as small as the one of the same prefix.
    expect(address(['10.7.3.0/24', '10.8.0.0/16'].map(net))).toBe(
      address(['10.7.3.0/255.255.255.0', '10.8.0.0/255.255.0.0'].map(net)),
    );
  });

  test('overlap, containment and families come out by themselves', () => {
    const { bdd, address } = createAtoms();
    const halves = [net('10.0.0.0/9'), net('10.128.0.0/9')];
    expect(address(halves)).toBe(address([net('10')]));
    expect(address([net('10'), net('10.1'), net('10.1.2.3')])).toBe(address([net('10')]));
    const everyone = address([net('1.2.3.4/0.0.0.0')]);
    expect(bdd.and(everyone, address([net('::1')]))).toBe(bdd.no);
    expect(bdd.isTrue(everyone)).toBe(false);
  });

  test('five thousand nets share their beginnings: fewer nodes than nets', () => {
    const atoms = createAtoms();
    const nets = Array.from({ length: 5000 }, (_, i) =>
      net(`${(i * 37) % 223}.${(i * 91) % 256}.${i % 256}.0/24`),
    );
    atoms.address(nets);
    expect(atoms.bdd.size()).toBeLessThan(nets.length);
  });
});

function net(word: string) {
  const parsed = parseRequireIp(word);
  if ('error' in parsed) throw new Error(parsed.error);
  return parsed.net;
}

function octetsOf(address: string): number[] {
  return address.split('.').map(Number);
}
