import type { Scope, ServerModel } from '../src/model/index.ts';
import { removeNode } from '../src/syntax/index.ts';
import { defineTransform, findDirectives, inFile, placeOf, placeOfScope } from '../src/transform/index.ts';

export const removeNameVirtualHost = defineTransform({
  id: 'remove-name-virtual-host',
  title: 'Remove NameVirtualHost',
  stage: 'directives',
  rows: ['remove-name-virtual-host', 'sym-warning'],
  applicability: 'safe',
  docs: {
    does: 'Takes NameVirtualHost lines away, and points out virtual hosts that share an address for which 2.2 had no such line.',
    why: '2.4 treats every address and port that several virtual hosts share as name-based, and warns about the directive (AH00548, server/core.c). Without the line, 2.2 answered every request to that address from the first of the hosts.',
    before: 'NameVirtualHost *:80',
    after: '(no line)',
    undo: 'Put the line back: it has no effect but a warning.',
    limits:
      'Addresses are compared as written; a host name and the address it stands for are not seen to be the same.',
    link: 'https://httpd.apache.org/docs/2.4/upgrading.html',
  },
  messages: {
    removed: '2.4 needs no NameVirtualHost: hosts that share an address are chosen by name.',
    revived:
      'This virtual host shares {address} with an earlier one, and there is no NameVirtualHost for it: 2.2 never answered from here. 2.4 chooses by name, so from now on it does. Remove the section if it should stay unreachable.',
  },
  run({ model, writtenFor, report }) {
    const named = findDirectives(model, 'NameVirtualHost');
    for (const directive of named) {
      const { file, node } = directive;
      const edits = inFile(file, removeNode(file.document, node));
      report(placeOf(directive), 'removed', {
        fix: { title: 'Remove NameVirtualHost', applicability: 'safe', edits },
      });
    }
    if (writtenFor === '2.4') return;
    for (const { host, address } of findRevived(
      model,
      named.map(({ args }) => args[0] ?? ''),
    )) {
      report(placeOfScope(host), 'revived', { data: { address }, level: 'warning' });
    }
  },
});

/** Hosts that are the second or later ones of an address that no NameVirtualHost names. */
function findRevived(model: ServerModel, named: readonly string[]): { host: Scope; address: string }[] {
  const taken = new Set<string>();
  const revived: { host: Scope; address: string }[] = [];
  for (const host of model.virtualHosts) {
    // The server warns of _default_ overlaps and there, too, takes the first; a variable's value is not known.
    if (host.on22 === 'no' || host.on24 === 'no') continue;
    const addresses = host.args
      .map((address) => address.toLowerCase())
      .filter((address) => !address.includes('$'));
    const shared = addresses.find(
      (address) => taken.has(address) && !named.some((name) => covers(name, address)),
    );
    if (shared !== undefined) revived.push({ host, address: shared });
    for (const address of addresses) taken.add(address);
  }
  return revived;
}

/** Whether NameVirtualHost `name` makes `address` name-based: the same text, or `name` without a port, which stands for any. */
function covers(name: string, address: string): boolean {
  const wanted = name.toLowerCase();
  return wanted === address || (!/:(\d+|\*)$/.test(wanted) && address.replace(/:(\d+|\*)$/, '') === wanted);
}
