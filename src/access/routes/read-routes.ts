import { outOfLimits } from '../../model/index.ts';
import type { Guard, Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { choiceOf } from '../chains/flow.ts';
import { analysisOf } from '../sections/analysis.ts';
import type { AccessSection } from '../sections/types.ts';
import { guardsAround, mergeRules, readRewriteConfig, serversWithRewriting } from '../addresses/index.ts';
import { canonicalLine } from './canonical-line.ts';
import type { RouteReading } from './canonical-line.ts';
import { canonicalPattern } from './route-line.ts';
import type { LinesOfRoutes } from './lines-of-routes.ts';
import { isProxyPass, isReadIn, linesOfRoutes, sendsAddress } from './lines-of-routes.ts';
import { engineLines, engineOf, isRewriting, rewriteLines } from './rewrite-lines.ts';
import type { RouteLine } from './route-line.ts';
import { flatMap } from '../../text/index.ts';

/** The lines of one tree by which it depends where requests lead, as they are read. */
export interface Routes {
  /** What is read on a server, outside of its sections, with what sends the address of a Location elsewhere; not what it inherits. */
  written(server: Scope): readonly Occurrence[];
  /** Whether a virtual host would have the rules of the main server, if that handed them down. */
  hasRewriting(server: Scope): boolean;
  /** What this says, with what counts of the main server's. */
  on(server: Scope): readonly RouteLine[];
  /** Of sections and .htaccess files, by where they apply. */
  readonly places: ReadonlyMap<string, readonly RouteLine[]>;
  /** Folders where lines refuse requests, or guard them. */
  readonly refusing: readonly (readonly string[])[];
  /** Of .htaccess files, the sections in them included. */
  readonly files: ReadonlyMap<Scope, readonly RouteLine[]>;
}

export interface RoutesReading extends RouteReading {
  isRead(guards: readonly Guard[]): boolean;
  /** The same for the same server of both trees; null: it is not compared. */
  nameOf(server: Scope): string | null;
  /** Where the section applies, in terms of the first tree. */
  placesOf(section: AccessSection): readonly AccessSection[];
}

export function readRoutes(model: ServerModel, reading: RoutesReading): Routes {
  const lines = linesOfRoutes(model);
  const readIn = (scope: Scope): Occurrence[] =>
    lines.in(scope).filter((line) => isReadIn(line, reading.isRead));
  const sending = (server: Scope): Occurrence[] =>
    lines.sending(server).filter((line) => {
      const section = outOfLimits(line.scope);
      return mayProxy(section, reading) && reading.isRead(section.guards) && isReadIn(line, reading.isRead);
    });
  const places = new Map<string, RouteLine[]>();
  const files = new Map<Scope, RouteLine[]>();
  const refusing: (readonly string[])[] = [];
  const sections = lines.areInSections ? analysisOf(model).allSections : [];
  for (const section of sections) {
    if (lines.in(section.scope).length === 0) continue;
    const name = reading.nameOf(section.server);
    const isRead = name !== null && reading.isRead(section.guards);
    const own = isRead ? sectionLines(section, readIn(section.scope), lines, reading) : [];
    if (own.length === 0) continue;
    const { scope, matcher } = outermost(section);
    const isOfFolder = matcher.type === 'directory' || matcher.type === 'htaccess';
    if (isOfFolder && own.some(({ role }) => role === 'refuses' || role === 'guards'))
      refusing.push(matcher.path);
    if (matcher.type === 'htaccess') files.set(scope, [...(files.get(scope) ?? []), ...own]);
    for (const key of placeKeys(section, reading)) {
      places.set(`${name} ${key}`, [...(places.get(`${name} ${key}`) ?? []), ...own]);
    }
  }
  const main = readIn(model.main).filter(isRewriting);
  const written = (server: Scope): Occurrence[] =>
    reading.isRead(server.guards) ? [...readIn(server), ...sending(server)] : [];
  const rewriting = serversWithRewriting(model, (line) => reading.isRead(guardsAround(line)));
  const hasRewriting = (server: Scope): boolean => rewriting.has(server);
  return {
    written,
    hasRewriting,
    on: (server) => serverLines(server, written(server), reading, hasRewriting(server) ? main : NO_LINES),
    places,
    refusing,
    files,
  };
}

const NO_LINES: readonly never[] = [];

function outermost(section: AccessSection): AccessSection {
  return section.parent === null ? section : outermost(section.parent);
}

/** @param main the rewriting lines of the main server, where the host may have them */
function serverLines(
  server: Scope,
  written: readonly Occurrence[],
  reading: RoutesReading,
  main: readonly Occurrence[],
): RouteLine[] {
  const isTriedFirst = (line: Occurrence): boolean => isProxyPass(line) || outOfLimits(line.scope) !== server;
  const proxies = written.filter(isTriedFirst).toSorted((a, b) => a.seq - b.seq);
  const others = written.filter((line) => !isTriedFirst(line));
  const isMainOn = engineOf(main) === true;
  const lines = canonical([...others, ...proxyOrder(proxies, reading)], reading, isMainOn);
  const isOn = engineOf(others) ?? isMainOn;
  return server.kind === 'server' || !isOn
    ? lines
    : withInherited(lines, others.filter(isRewriting), main, reading);
}

/** With the rules of the main server that refuse or answer, if they count in the virtual host. Where others lead the flows of requests know. */
function withInherited(
  lines: readonly RouteLine[],
  own: readonly Occurrence[],
  main: readonly Occurrence[],
  reading: RouteReading,
): RouteLine[] {
  const rules = main.filter(({ name }) => name !== 'rewriteengine');
  const inherited = rewriteLines(rules, reading, true).filter(({ role }) => role !== 'leads');
  const [outer, inner] = [readRewriteConfig(main).options, readRewriteConfig(own).options];
  return [...mergeRules(inherited, lines, { outer, inner })];
}

/** 2.2 takes the path of a Directory for an address there (add_pass, mod_proxy.c); 2.4 refuses the line. */
function mayProxy({ kind }: Scope, { version }: RouteReading): boolean {
  return kind.startsWith('location') || (version === '2.2' && kind === 'directory');
}

/** In 2.4 those in Locations go first, the last section's before all (proxy_trans, mod_proxy.c). */
function proxyOrder(lines: readonly Occurrence[], { version }: RouteReading): readonly Occurrence[] {
  if (version === '2.2') return lines;
  const isInside = ({ scope }: Occurrence) => scope !== scope.server;
  return [...lines.filter(isInside).toReversed(), ...lines.filter((line) => !isInside(line))];
}

function sectionLines(
  { scope }: AccessSection,
  read: readonly Occurrence[],
  { hasRulesBeside }: LinesOfRoutes,
  reading: RoutesReading,
): RouteLine[] {
  const own = read.filter((line) => !sendsAddress(line) && line.name !== 'serverpath');
  const lines = canonical(own, reading, null);
  const isRuled = lines.some(({ line }) => line.name === 'rewriterule');
  return isRuled || !hasRulesBeside(scope) ? lines : [...lines, ...engineLines(own)];
}

function canonical(
  lines: readonly Occurrence[],
  reading: RoutesReading,
  isEngineOn: boolean | null,
): RouteLine[] {
  const rewriting = lines.filter(isRewriting);
  const others = flatMap(lines, (line) => canonicalLine(line, reading) ?? []);
  return [...others, ...rewriteLines(rewriting, reading, isEngineOn)];
}

function placeKeys(section: AccessSection, reading: RoutesReading): string[] {
  const parents = section.parent === null ? [''] : placeKeys(section.parent, reading);
  return flatMap(reading.placesOf(section), (placed) =>
    parents.map(
      (parent) => `${parent} ${matcherKey(placed, reading.version === '2.2' ? 'before' : 'after')}`,
    ),
  );
}

/** What a section applies to, the same for patterns that match the same. */
export function matcherKey(section: AccessSection, side: 'before' | 'after'): string {
  const { matcher } = section;
  if (!matcher.type.endsWith('-regex')) return JSON.stringify(matcher);
  const choice = choiceOf({ section, side });
  return `${matcher.type} ${canonicalPattern(choice)}`;
}
