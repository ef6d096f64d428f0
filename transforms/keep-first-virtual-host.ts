import type { Occurrence, Scope, ServerModel } from '../src/model/index.ts';
import type { Section } from '../src/syntax/index.ts';
import { appendArgument, insertAfter, prependChild } from '../src/syntax/index.ts';
import type { TextEdit } from '../src/text/index.ts';
import { defineTransform, findDirectives, inFile, placeOfScope } from '../src/transform/index.ts';

export const keepFirstVirtualHost = defineTransform({
  id: 'keep-first-virtual-host',
  title: 'Let the first virtual host of an address answer where no NameVirtualHost names it',
  stage: 'access',
  rows: ['remove-name-virtual-host'],
  directives: ['VirtualHost', 'NameVirtualHost'],
  applicability: 'safe',
  docs: {
    does: 'Where virtual hosts share an address for which 2.2 had no NameVirtualHost, it writes `ServerAlias *` into the first of them and points out the others.',
    why: 'Without a NameVirtualHost, 2.2 answered every request to the address from the first host. 2.4 chooses by name among all that share an address (server/vhost.c), so hosts that were never reached come alive, with rules of their own. It asks them in written order, and the name `*` fits every request.',
    before:
      '<VirtualHost *:80>\n    ServerName a.example\n</VirtualHost>\n<VirtualHost *:80>\n    ServerName b.example\n</VirtualHost>',
    after:
      '<VirtualHost *:80>\n    ServerName a.example\n    ServerAlias *\n</VirtualHost>\n<VirtualHost *:80>\n    ServerName b.example\n</VirtualHost>',
    undo: 'Take `ServerAlias *` out where the hosts after it should answer.',
    limits:
      'Addresses are compared as written; a host name and the address it stands for are not seen to be the same. A file given alone is left as it is: its NameVirtualHost may stand elsewhere.',
    link: 'https://httpd.apache.org/docs/2.4/vhosts/name-based.html',
  },
  messages: {
    first:
      'Several virtual hosts share {address} without a NameVirtualHost: 2.2 answered everything from this one. 2.4 chooses by name; the name `*` keeps its answers here. Remove it if the other hosts should answer.',
    unreachable:
      'This virtual host shares {address} with an earlier one, and there is no NameVirtualHost for it: 2.2 never answered from here, and 2.4 does not while the first one has `ServerAlias *`.',
    'mixed-ports':
      '{address} stands for the same requests as {other}, one with a port and one for any. 2.2 does not support such a mixture, and warns of it at start. Which host answered, by name or not, depended on the order of the lines. 2.4 prefers hosts with the port, and chooses by name among them. Whether the same host answers is not known: ask the old server for each name and compare, or write one of the two everywhere.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4' || model.kind !== 'server') return;
    const mixed = findMixedPorts(model);
    if (mixed !== null) {
      report(placeOfScope(mixed.host), 'mixed-ports', {
        data: { address: mixed.address, other: mixed.other },
        level: 'warning',
      });
    }
    const names = findDirectives(model, 'NameVirtualHost').map(({ args }) => args[0] ?? '');
    for (const { first, others, address } of findShared(model, names)) {
      if (first.node === null || takesEveryName(first)) continue;
      const edits = inFile(first.file, takeEveryName(first, first.node));
      report(placeOfScope(first), 'first', {
        data: { address },
        level: 'warning',
        fix: { title: 'Let the first virtual host answer to every name', applicability: 'safe', edits },
      });
      for (const host of others) {
        report(placeOfScope(host), 'unreachable', { data: { address }, level: 'warning' });
      }
    }
  },
});

/** Virtual hosts of one address that no NameVirtualHost names. */
interface SharedAddress {
  readonly address: string;
  readonly first: Scope;
  readonly others: Scope[];
}

function findShared(model: ServerModel, named: readonly string[]): SharedAddress[] {
  const byAddress = new Map<string, SharedAddress>();
  for (const host of model.virtualHosts) {
    // The server warns of _default_ overlaps and there, too, takes the first; a variable's value is not known.
    if (host.on22 === 'no' || host.on24 === 'no') continue;
    for (const address of host.args.map((each) => each.toLowerCase())) {
      if (address.includes('$') || named.some((name) => covers(name, address))) continue;
      const known = byAddress.get(address);
      if (known === undefined) byAddress.set(address, { address, first: host, others: [] });
      else known.others.push(host);
    }
  }
  return [...byAddress.values()].filter(({ others }) => others.length > 0);
}

/** A host for all addresses with a port, where another has them for any port, or the other way round (`ap_fini_vhost_config`, server/vhost.c). */
function findMixedPorts(model: ServerModel): { host: Scope; address: string; other: string } | null {
  const all = model.virtualHosts
    .filter(({ on22 }) => on22 !== 'no')
    .flatMap((host) => host.args.map((address) => ({ host, address, port: portOfAny(address) })))
    .filter(({ port }) => port !== null);
  const [first] = all;
  const other = all.find(({ port }) => (port === '*') !== (first?.port === '*'));
  return first === undefined || other === undefined
    ? null
    : { host: other.host, address: other.address, other: first.address };
}

/** The port of `*:80` or `_default_:80`, `*` for any; null for a host with an address of its own. */
function portOfAny(address: string): string | null {
  const match = /^(?:\*|_default_)(?::(\d+|\*))?$/i.exec(address);
  return match === null ? null : (match[1] ?? '*');
}

function takesEveryName({ items }: Scope): boolean {
  return items.some(
    (item) => item.type === 'occurrence' && item.name === 'serveralias' && item.args.includes('*'),
  );
}

/** The name stands with the host's other names. */
function takeEveryName({ file, items }: Scope, section: Section): TextEdit[] {
  const names = items.filter(
    (item): item is Occurrence =>
      item.type === 'occurrence' && item.file === file && /^server(?:name|alias)$/.test(item.name),
  );
  const last = names.at(-1);
  if (last === undefined) return prependChild(file.document, section, ['ServerAlias *']);
  if (last.name === 'serveralias') return appendArgument(file.document, last.node, '*');
  return insertAfter(file.document, last.node, ['ServerAlias *']);
}

/** Whether NameVirtualHost `name` makes `address` name-based: the same text, or `name` without a port, which stands for any. */
function covers(name: string, address: string): boolean {
  const wanted = name.toLowerCase();
  return wanted === address || (!/:(\d+|\*)$/.test(wanted) && address.replace(/:(\d+|\*)$/, '') === wanted);
}
