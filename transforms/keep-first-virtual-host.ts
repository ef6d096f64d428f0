import type { HostEdit } from '../src/access/index.ts';
import { describeHostDifference, planHosts } from '../src/access/index.ts';
import type { Occurrence, Scope } from '../src/model/index.ts';
import type { Section } from '../src/syntax/index.ts';
import type { FileEdit } from '../src/transform/index.ts';
import {
  appendArgument,
  defineTransform,
  insertAfter,
  placeOfScope,
  prependChild,
  replaceArguments,
  type TransformContext,
} from '../src/transform/index.ts';

export const keepFirstVirtualHost = defineTransform({
  id: 'keep-first-virtual-host',
  title: 'Let the first virtual host of an address answer where no NameVirtualHost names it',
  stage: 'access',
  rows: ['remove-name-virtual-host'],
  directives: ['VirtualHost', 'NameVirtualHost'],
  applicability: 'safe',
  docs: {
    does: 'Where virtual hosts share an address for which 2.2 had no NameVirtualHost, it writes `ServerAlias *` into the first of them and points out the others. Where it depends on an `<IfDefine>` whether there is one, the name stands in an `<IfDefine>`, too. Where they share a port that only some of them say (`*` beside `*:80`), it writes the addresses on which each one answered.',
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

function reportEdit({ host, shared, addresses, aliases, definedTest }: HostEdit, report: Report): void {
  const { file, node } = host;
  if (node === null) return;
  if (addresses !== null) {
    report(placeOfScope(host), 'addresses', {
      data: { address: host.args.join(' '), made: addresses },
      level: 'warning',
      fix: {
        title: `Write <VirtualHost ${addresses}>`,
        applicability: 'safe',
        edits: replaceArguments({ file, node: node.open }, addresses),
      },
    });
  }
  if (aliases.length === 0) return;
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

/** The names stand with the host's others. */
function addNames(
  { file, items }: Scope,
  section: Section,
  added: string,
  definedTest: string | null,
): FileEdit[] {
  const names = items.filter(
    (item): item is Occurrence =>
      item.type === 'occurrence' && item.file === file && /^server(?:name|alias)$/.test(item.name),
  );
  const last = names.findLast(({ guards }) => guards.length === 0);
  const line = `ServerAlias ${added}`;
  const lines = definedTest === null ? [line] : [`<IfDefine ${definedTest}>`, `    ${line}`, '</IfDefine>'];
  if (last === undefined) return prependChild({ file, node: section }, lines);
  if (last.name === 'serveralias' && definedTest === null) {
    return appendArgument(last, added);
  }
  return insertAfter(last, lines);
}
