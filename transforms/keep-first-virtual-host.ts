import type { HostEdit } from '../src/access/index.ts';
import { describeHostDifference, planHosts } from '../src/access/index.ts';
import type { Occurrence, Scope } from '../src/model/index.ts';
import type { Section } from '../src/syntax/index.ts';
import type { FileEdit } from '../src/transform/index.ts';
import {
  appendArgument,
  defineTransform,
  insertAfter,
  placeOf,
  placeOfScope,
  prependChild,
  removeNode,
  replaceArguments,
  type TransformContext,
} from '../src/transform/index.ts';

export const keepFirstVirtualHost = defineTransform({
  id: 'keep-first-virtual-host',
  title: 'Let the first virtual host of an address answer where no NameVirtualHost names it',
  stage: 'access',
  rows: ['remove-name-virtual-host'],
  directives: ['VirtualHost', 'NameVirtualHost', 'ServerPath'],
  applicability: 'safe',
  docs: {
    does: 'Where virtual hosts share an address for which 2.2 had no NameVirtualHost, it writes `ServerAlias *` into the first of them and points out the others. Where it depends on an `<IfDefine>` whether there is one, the name stands in an `<IfDefine>`, too. Where they share a port that only some of them say (`*` beside `*:80`), it writes the addresses on which each one answered. Where the ServerPath of another host would lead requests without a Host header there, the first gets a `ServerPath /`, which fits all, or, if it has one, the other loses its own.',
    why: 'Without a NameVirtualHost, 2.2 answered every request to the address from the first host. 2.4 chooses by name among all that share an address (server/vhost.c), so hosts that were never reached come alive, with rules of their own. It asks them in written order, and the name `*` fits every request. 2.2 also took hosts with and without a port together, or left some out; 2.4 asks only those that say the very port.',
    before:
      '<VirtualHost *:80>\n    ServerName a.example\n</VirtualHost>\n<VirtualHost *:80>\n    ServerName b.example\n</VirtualHost>',
    after:
      '<VirtualHost *:80>\n    ServerName a.example\n    ServerAlias *\n</VirtualHost>\n<VirtualHost *:80>\n    ServerName b.example\n</VirtualHost>',
    undo: 'Take `ServerAlias *` out where the hosts after it should answer.',
    limits:
      'Host names in addresses are not looked up: a name other than `localhost` is not seen to be the same as its address. A file given alone is left as it is: its NameVirtualHost may stand elsewhere.',
    link: 'https://httpd.apache.org/docs/2.4/vhosts/name-based.html',
  },
  messages: {
    first:
      'Several virtual hosts share {address} without a NameVirtualHost: 2.2 answered everything from this one. 2.4 chooses by name; the name `*` keeps its answers here. Remove it if the other hosts should answer.',
    unreachable:
      'This virtual host shares {address} with others, and 2.2 never answered from it: there is no NameVirtualHost for it, or another host takes the port. The migrated server does not answer from it either.',
    addresses:
      'The hosts of {address} do not all say the same address and port. 2.2 takes those with a port and those without together, or leaves some out; 2.4 keeps them apart. {made} is what this host answered on.',
    path: '2.2 answered everything of {address} from this virtual host. 2.4 would lead requests without a Host header to others, by their ServerPath; `ServerPath /` fits every request, and keeps the answers here.',
    'gone-path':
      '2.2 never answered from this virtual host. By this line 2.4 would lead requests for {path} to it that have no Host header.',
    name: '2.2 also chooses a host by the address in its line, and asks it before the names of later hosts; 2.4 asks it last. The name {names} keeps the answers here.',
    'other-host':
      '{difference} The order and the addresses of these hosts have no equal in 2.4. Ask the old server for each name, then write the same address and port into all of these hosts, the one that answers every other name first.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4' || model.kind !== 'server') return;
    const { edits, unreached, left } = planHosts(model);
    for (const edit of edits) reportEdit(edit, report);
    if (edits.length > 0) {
      for (const host of unreached) {
        report(placeOfScope(host), 'unreachable', {
          data: { address: host.args.join(' ') },
          level: 'warning',
        });
      }
    }
    const [difference] = left;
    if (difference === undefined) return;
    const place = difference.is?.scope ?? difference.was?.scope ?? model.main;
    report(placeOfScope(place), 'other-host', {
      data: { difference: describeHostDifference(difference) },
      level: 'error',
    });
  },
});

type Report = TransformContext['report'];

function reportEdit(edit: HostEdit, report: Report): void {
  const { node } = edit.host;
  if (node === null) return;
  if (edit.addresses !== null) reportAddresses(edit, edit.addresses, node, report);
  if (edit.aliases.length > 0) reportNames(edit, node, report);
  if (edit.serverPath === '/') reportPath(edit, node, report);
  if (edit.serverPath === null) for (const line of pathLines(edit.host)) reportGonePath(line, report);
}

function reportAddresses({ host }: HostEdit, addresses: string, { open }: Section, report: Report): void {
  report(placeOfScope(host), 'addresses', {
    data: { address: host.args.join(' '), made: addresses },
    level: 'warning',
    fix: {
      title: `Write <VirtualHost ${addresses}>`,
      applicability: 'safe',
      edits: replaceArguments({ file: host.file, node: open }, addresses),
    },
  });
}

function reportNames({ host, shared, aliases, definedTest }: HostEdit, node: Section, report: Report): void {
  const isAny = aliases.includes('*');
  report(placeOfScope(host), isAny ? 'first' : 'name', {
    data: isAny ? { address: shared } : { names: aliases.join(' ') },
    level: 'warning',
    fix: {
      title: isAny
        ? 'Let the first virtual host answer to every name'
        : `Add ServerAlias ${aliases.join(' ')}`,
      applicability: 'safe',
      edits: addNames(host, node, (isAny ? ['*'] : aliases).join(' '), definedTest),
    },
  });
}

function reportPath({ host, shared }: HostEdit, node: Section, report: Report): void {
  report(placeOfScope(host), 'path', {
    data: { address: shared },
    level: 'warning',
    fix: {
      title: 'Write ServerPath /',
      applicability: 'safe',
      edits: besideNames(host, node, ['ServerPath /']),
    },
  });
}

function pathLines({ items }: Scope): Occurrence[] {
  return items.filter((item): item is Occurrence => item.type === 'occurrence' && item.name === 'serverpath');
}

function reportGonePath(line: Occurrence, report: Report): void {
  report(placeOf(line), 'gone-path', {
    data: { path: line.args[0] ?? '' },
    level: 'warning',
    fix: { title: 'Remove ServerPath', applicability: 'safe', edits: removeNode(line) },
  });
}

/** The names stand with the host's others. */
function addNames(host: Scope, section: Section, added: string, definedTest: string | null): FileEdit[] {
  const last = lastName(host);
  const line = `ServerAlias ${added}`;
  const lines = definedTest === null ? [line] : [`<IfDefine ${definedTest}>`, `    ${line}`, '</IfDefine>'];
  if (last?.name === 'serveralias' && definedTest === null) return appendArgument(last, added);
  return besideNames(host, section, lines);
}

function besideNames(host: Scope, section: Section, lines: readonly string[]): FileEdit[] {
  const last = lastName(host);
  return last ? insertAfter(last, lines) : prependChild({ file: host.file, node: section }, lines);
}

function lastName({ file, items }: Scope): Occurrence | undefined {
  const names = items.filter(
    (item): item is Occurrence =>
      item.type === 'occurrence' && item.file === file && /^server(?:name|alias)$/.test(item.name),
  );
  return names.findLast(({ guards }) => guards.length === 0);
}
