import { startLookup } from '../src/access/index.ts';
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
  const byServer = groupBy(proxyLines(model).map(readLine), ({ line }) => line.scope.server);
  const lists = new Map([...byServer].map(([server, lines]) => [server, listOf(lines)]));
  const ofMain = lists.get(model.main) ?? listOf([]);
  const own = [...lists].map(([server, list]) => ({ list, isMain: server === model.main }));
  const moved = new Set(own.flatMap(({ list, isMain }) => turnedLines(list, isMain ? null : ofMain)));
  // Of those in sections for some address of one that goes out of its section none can stay inside: it would go before that one. A virtual host's lines
  // that meet one of the main server's are turned already.
  for (const line of moved) {
    const server = line.line.scope.server;
    const around = server === model.main ? [ofMain] : [ofMain, lists.get(server)!];
    for (const { inSections } of around)
      for (const other of linesNear(inSections, line)) if (isTurned(line, other)) moved.add(other);
  }
  return new Set([...moved].map(({ line: { node } }) => node));
}

/** What a line is for. */
interface ProxyLine {
  readonly line: Occurrence;
  readonly isInSection: boolean;
  /** '' of a pattern: it may be for any address. */
  readonly address: string;
  readonly isPattern: boolean;
}

function readLine(line: Occurrence): ProxyLine {
  const section = locationAround(line.scope);
  const isPattern = line.name === 'proxypassmatch';
  const address = section === null ? (line.args[0] ?? '') : pathOf(section);
  return { line, isInSection: section !== null, address: isPattern ? '' : address, isPattern };
}

/** Those of one server, in their order. */
interface ProxyList {
  readonly lines: readonly ProxyLine[];
  readonly inSections: readonly ProxyLine[];
}

function listOf(lines: readonly ProxyLine[]): ProxyList {
  return { lines, inSections: lines.filter(({ isInSection }) => isInSection) };
}

const linesAt = startLookup(({ address }: ProxyLine) => [address]);

/** Those of the lines that may be for an address of this one, in their order. */
function linesNear(lines: readonly ProxyLine[], { address }: ProxyLine): readonly ProxyLine[] {
  return address === '' ? lines : linesAt(lines, address);
}

/** Lines in sections that 2.4 would let go before one that 2.2 has before them. */
function turnedLines({ lines, inSections }: ProxyList, before: ProxyList | null): ProxyLine[] {
  return inSections.filter(
    (later) =>
      isTurnedBySome(linesNear(lines, later), later, (first) => first.line.seq < later.line.seq) ||
      (before !== null && isTurnedBySome(linesNear(before.lines, later), later, () => true)),
  );
}

/** @param isBefore holds for the first of the lines, up to one */
function isTurnedBySome(
  lines: readonly ProxyLine[],
  later: ProxyLine,
  isBefore: (first: ProxyLine) => boolean,
): boolean {
  for (const first of lines) {
    if (!isBefore(first)) return false;
    if (isTurned(first, later)) return true;
  }
  return false;
}

/** Whether 2.4 would let the later of two lines, in a section, go first, for addresses that are for both. */
function isTurned(first: ProxyLine, later: ProxyLine): boolean {
  if (first.line.node === later.line.node) return false;
  if (first.isPattern || later.isPattern) return true;
  return isWithin(first.address, later.address) || isWithin(later.address, first.address);
}

function isWithin(inner: string, outer: string): boolean {
  const folder = outer.endsWith('/') ? outer : `${outer}/`;
  return inner === outer || inner.startsWith(folder);
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
