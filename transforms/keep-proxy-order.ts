import type { Occurrence, Scope, ServerModel } from '../src/model/index.ts';
import { defineTransform, findDirectives, groupByNode, placeOf } from '../src/transform/index.ts';
import { groupBy } from '../src/text/index.ts';
import { moveInFront, sectionAround } from './shared/proxy-in-front.ts';

export const keepProxyOrder = defineTransform({
  id: 'keep-proxy-order',
  title: 'Keep which ProxyPass line a request meets',
  stage: 'directives',
  rows: [],
  directives: ['ProxyPass', 'ProxyPassMatch', 'Location'],
  applicability: 'safe',
  docs: {
    does: 'Writes the ProxyPass and ProxyPassMatch lines of `<Location>` sections in front of their sections, with the address (in the place of a section that holds nothing else), where 2.4 would take another line of the server for some of the same addresses, or the section has a wildcard. Lines for other addresses stay.',
    why: '2.2 kept all of these lines in one list, in the order of the files, and the first that fits decided; a wildcard of the section was a plain character to it. In 2.4 a line in a Location goes before those outside, of several sections the last decides, and wildcards count (add_pass and proxy_trans in mod_proxy.c). Outside of sections both read them alike.',
    before:
      '<Location /app/static>\n    ProxyPass !\n</Location>\n<Location /app>\n    ProxyPass http://app.example/\n</Location>',
    after: 'ProxyPass /app/static !\nProxyPass /app http://app.example/',
    undo: 'Move the lines back if the last section should decide.',
    limits: 'A line inside guards of its own in a section is left, with a finding.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_proxy.html#proxypass',
  },
  messages: {
    moved:
      'Another {name} line of this server is for some of the same addresses. 2.2 took the first that fits, 2.4 would take the one of the last section: outside of sections the first decides.',
    wildcard:
      '2.2 took {path} for an address as it stands, and the line was for no other; 2.4 would take it for a pattern. If the pattern was meant, write ProxyPassMatch.',
    left: 'Another {name} line of this server is for some of the same addresses. 2.2 took the first that fits, 2.4 takes the one of the last section: write the lines outside of sections, in their order.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const disputed = disputedLines(model);
    for (const [line] of groupByNode(proxyLines(model))) {
      const section = locationAround(line.scope);
      if (section === null) continue;
      const isWild = line.name === 'proxypass' && hasWildcard(section);
      if (!isWild && !disputed.has(line.node)) continue;
      const data = { name: line.node.name.value, path: pathOf(section) };
      if (line.guards.length > 0 || line.scope !== section || section.file !== line.file) {
        report(placeOf(line), 'left', { data, level: 'error' });
        continue;
      }
      report(placeOf(line), isWild ? 'wildcard' : 'moved', {
        data,
        level: 'warning',
        fix: {
          title: `Move ${data.name} out of the section`,
          applicability: 'safe',
          edits: moveInFront(line, section, data.path),
        },
      });
    }
  },
});

function proxyLines(model: ServerModel): Occurrence[] {
  return findDirectives(model, 'ProxyPass', 'ProxyPassMatch').toSorted((a, b) => a.seq - b.seq);
}

/** Lines in sections that 2.4 would rank differently than 2.2 among the lines of their server; a virtual host has the main server's first. */
function disputedLines(model: ServerModel): Set<Occurrence['node']> {
  const all = proxyLines(model);
  const disputed = new Set<Occurrence['node']>();
  const byServer = groupBy(all, ({ scope }) => scope.server);
  const ofMain = byServer.get(model.main) ?? [];
  for (const [server, own] of byServer) {
    const list = server === model.main ? own : [...ofMain, ...own];
    const inSections = new Set(list.filter(({ scope }) => locationAround(scope) !== null));
    const turned = list.filter(
      (later, at) => inSections.has(later) && list.slice(0, at).some((first) => isTurned(first, later)),
    );
    for (const line of meetingLines(turned, inSections)) disputed.add(line.node);
  }
  return disputed;
}

/** These, and those in sections that are for some address of one that goes out of its section: left inside, they would go before it. */
function meetingLines(turned: readonly Occurrence[], inSections: ReadonlySet<Occurrence>): Set<Occurrence> {
  const moved = new Set(turned);
  for (const line of moved)
    for (const other of inSections) if (!moved.has(other) && isTurned(line, other)) moved.add(other);
  return moved;
}

/** Whether 2.4 would let the later of two lines, in a section, go first, for addresses that are for both. */
function isTurned(first: Occurrence, later: Occurrence): boolean {
  if (first.node === later.node) return false;
  if (first.name === 'proxypassmatch' || later.name === 'proxypassmatch') return true;
  const [a, b] = [addressOf(first), addressOf(later)];
  return isWithin(a, b) || isWithin(b, a);
}

function isWithin(inner: string, outer: string): boolean {
  const folder = outer.endsWith('/') ? outer : `${outer}/`;
  return inner === outer || inner.startsWith(folder);
}

function addressOf(line: Occurrence): string {
  const section = locationAround(line.scope);
  return section === null ? (line.args[0] ?? '') : pathOf(section);
}

function locationAround(scope: Scope): Scope | null {
  return sectionAround(scope, ['location', 'locationmatch']);
}

function hasWildcard(section: Scope): boolean {
  return /[*?[]/.test(pathOf(section));
}

function pathOf({ args }: Scope): string {
  return args[0] ?? '';
}
