import { flatMap } from '../../text/index.ts';
import { joinComponents } from '../folders/paths.ts';
import type { AccessSection } from '../sections/types.ts';
import type { Flow, FlowEvent } from './flow.ts';
import type { SectionIndex } from './section-index.ts';
import { htaccessFirstReadBy, visitWalked } from './section-index.ts';
import type { ServerWalk } from './server-walk.ts';
import { subjectNowhere } from './server-walk.ts';

/** Those that no address leads to, as far as that can be followed. */
export function otherFlows(
  walk: ServerWalk,
  reached: readonly Flow[],
  index: SectionIndex,
  met: Set<AccessSection>,
): Flow[] {
  const unreached = unreachedFlows(walk, index, met);
  for (const flow of rootFlows(walk, [reached, unreached])) unreached.push(flow);
  return unreached;
}

/**
 * Sections of the server's own files that nothing above leads to: a pattern that no known folder can match, a Proxy section where nothing is
 * proxied; and Files inside of Files, in .htaccess files, too. Each stands by itself. No request is answered so; but 2.4 has to start with what is written there.
 */
export function loneFlows(walk: ServerWalk, index: SectionIndex, met: ReadonlySet<AccessSection>): Flow[] {
  const about = subjectNowhere(walk);
  const all = [
    ...flatMap([...index.servers.values()], (events) => events),
    ...flatMap(index.allHtaccess, ({ dead }) => dead),
  ];
  const lone = all.filter(({ section }) => !met.has(section));
  return lone.map((event) => ({ inputs: [], events: [event], isFinal: false, about }));
}

/**
 * Sections that no address leads to, as far as that can be followed: a module may still lead there. Their folders are walked
 * for their own server, without any Location. The .htaccess files are taken for the first server's that reads them.
 */
function unreachedFlows(walk: ServerWalk, index: SectionIndex, met: Set<AccessSection>): Flow[] {
  const found: Flow[] = [];
  const { server, isMain, own } = walk;
  const add = ({ section, path }: FlowEvent): void => {
    if (met.has(section)) return;
    for (const flow of walk.directories.at(path ?? folderOf(section))) {
      for (const event of flow.events) met.add(event.section);
      found.push({ inputs: [flow], events: [], isFinal: true, about: flow.about });
    }
  };
  visitWalked(own, add);
  for (const lists of htaccessFirstReadBy(index, server, isMain)) visitWalked(lists, add);
  return found;
}

/**
 * What is said of the root alone holds wherever nothing else does. It is looked at by itself, without the Files and the
 * patterns that may apply there, even if no address leads to such a folder.
 */
function rootFlows({ own, directories }: ServerWalk, others: readonly (readonly Flow[])[]): readonly Flow[] {
  if (!own.plain.some(({ path }) => path === '/')) return NO_FLOWS;
  const root = directories.at('/')[0]!;
  const isOfRoot = ({ inputs, about }: Flow): boolean => inputs.includes(root) && about.folder === '/';
  if (others.some((flows) => flows.some(isOfRoot))) return NO_FLOWS;
  const events = root.events.filter(({ section: { matcher } }) => matcher.type === 'directory');
  return [{ inputs: [], events, isFinal: true, about: root.about }];
}

const NO_FLOWS: readonly Flow[] = [];

/** Adds what flows and their inputs meet, which have no inputs themselves. Many have the same input, or the same events. */
export function meet(flows: readonly Flow[], met: Set<AccessSection>): void {
  const seen = new Set<Flow['events']>();
  const add = (events: Flow['events']): void => {
    if (events.length === 0 || seen.has(events)) return;
    seen.add(events);
    for (let i = 0; i < events.length; i++) met.add(events[i]!.section);
  };
  for (let i = 0; i < flows.length; i++) {
    const { inputs, events } = flows[i]!;
    for (let at = 0; at < inputs.length; at++) add(inputs[at]!.events);
    add(events);
  }
}

function folderOf({ matcher, parent }: AccessSection): string {
  if (matcher.type === 'directory' || matcher.type === 'htaccess') return joinComponents(matcher.path);
  return parent === null ? '/' : folderOf(parent);
}
