import { groupBy } from '../../text/index.ts';
import { joinComponents, pathsTo, pathWork } from '../sections/paths.ts';
import type { AccessSection } from '../sections/types.ts';
import type { FolderTest, Match } from '../addresses/index.ts';
import { matchDirectoryWildcard, matchRegexBelow, matchRegexText } from '../addresses/index.ts';
import { choiceOf } from './choice.ts';
import type { FolderTable } from './folder-table.ts';
import type { Flow, FlowEvent, FlowSubject, SidedSection } from './flow.ts';
import { compareOrder } from './order.ts';
import { fnmatch } from '../../model/index.ts';
import { FLOW_UNITS } from '../work.ts';
import type { Work } from '../work.ts';
import type { SectionIndex, SectionLists } from './section-index.ts';

/** Makes, once each, the flows of what the Directory, pattern and Files walks of one server can meet. */
export interface DirectoryFlows {
  /** For files at and below the folder (or for the file of that path): one flow for each file name that matters. */
  at(folder: readonly string[]): readonly Flow[];
  /** For files anywhere, where an address cannot be followed to one. */
  anywhere(leadsTo: FolderTest): readonly Flow[];
}

const NONE: ReadonlySet<string> = new Set();

/** @param lists the sections of the server and of the main server */
export function createDirectoryFlows(
  index: SectionIndex,
  lists: readonly SectionLists[],
  folders: FolderTable,
  ofServer: Pick<FlowSubject, 'host' | 'server'>,
): DirectoryFlows {
  const all = [...lists, index.htaccess];
  const known = new Map<string, readonly Flow[]>();
  const at = (folder: readonly string[]): readonly Flow[] => {
    const key = joinComponents(folder);
    const about = {
      ...ofServer,
      address: null,
      folder: key,
      fileName: null,
      fileNames: NONE,
      region: folders.regionOf(folder),
      regions: folders.regions,
      addresses: NONE,
    };
    const flows = known.get(key) ?? flowsAt(all, folder, about, index.work);
    known.set(key, flows);
    return flows;
  };
  return {
    at,
    anywhere(leadsTo) {
      index.work.spend(1 + folders.all.length);
      return [[], ...folders.all].filter(leadsTo).flatMap(at);
    },
  };
}

function flowsAt(
  all: readonly SectionLists[],
  folder: readonly string[],
  about: FlowSubject,
  work: Work,
): Flow[] {
  work.spend(pathWork(folder));
  for (const { wildcards, patterns } of all) work.spend(wildcards.length + patterns.length + 1);
  const around = pathsTo(folder);
  const walked = all.flatMap((lists) => directoryEvents(lists, folder, around, about.regions, work));
  const files = filesSections(all, walked);
  work.spend(walked.length);
  work.spend(FLOW_UNITS);
  if (files.length === 0) return [{ inputs: [], events: walked.toSorted(byOrder), isFinal: false, about }];
  const met = new Map(walked.map((event) => [event.section, event]));
  const byName = groupBy(files, writtenName);
  const patterns = byName.get(null) ?? [];
  const fileNames = new Set([...byName.keys()].filter((name) => name !== null));
  work.spend((walked.length + patterns.length) * (fileNames.size + 1) + files.length);
  work.spend(FLOW_UNITS * fileNames.size);
  return [null, ...fileNames].map((fileName) => {
    const named = fileName === null ? [] : (byName.get(fileName) ?? []);
    const events = [...named, ...patterns].flatMap((event) => fileEvent(event, met, fileName, work));
    return {
      inputs: [],
      events: [...walked, ...events].toSorted(byOrder),
      isFinal: false,
      about: { ...about, fileName, fileNames },
    };
  });
}

function directoryEvents(
  { byPath, wildcards, patterns }: SectionLists,
  folder: readonly string[],
  around: readonly string[],
  regions: ReadonlySet<string>,
  work: Work,
): FlowEvent[] {
  const events = byPath.size === 0 ? [] : around.flatMap((path) => byPath.get(path) ?? []);
  for (const event of [...wildcards, ...patterns]) {
    events.push(...eventIf(event, matchFolder(event, folder, regions, work)));
  }
  return events;
}

function matchFolder(
  { section: { matcher }, side }: SidedSection,
  folder: readonly string[],
  others: ReadonlySet<string>,
  work: Work,
): Match {
  if (matcher.type === 'directory-wildcard') return matchDirectoryWildcard(matcher.path, folder, others);
  if (matcher.type !== 'directory-regex') return 'never';
  return matchRegexBelow(matcher.pattern, { path: joinComponents(folder), others }, work, side !== 'after');
}

/** Files sections that can count: the servers', and those inside the Directory sections and .htaccess files met. */
function filesSections(all: readonly SectionLists[], met: readonly FlowEvent[]): FlowEvent[] {
  return all.flatMap(({ files, nestedFiles }) => {
    const nested = nestedFiles.size === 0 ? [] : met.flatMap(({ section }) => nestedFiles.get(section) ?? []);
    return [...files, ...nested];
  });
}

/** The file name that a Files section writes out; null of a pattern. */
function writtenName({ section: { matcher } }: FlowEvent): string | null {
  return matcher.type === 'files' ? matcher.name : null;
}

function fileEvent(
  event: FlowEvent,
  met: ReadonlyMap<AccessSection, FlowEvent>,
  fileName: string | null,
  work: Work,
): FlowEvent[] {
  const { parent } = event.section;
  const around = parent === null ? [] : (met.get(parent)?.choices ?? []);
  return eventIf(event, matchFile(event.section, fileName, work), around);
}

/** Whether a Files section applies to files of that name; null stands for names that none writes out. */
export function matchFile({ matcher }: AccessSection, fileName: string | null, work: Work): Match {
  if (matcher.type === 'files') return matcher.name === fileName ? 'always' : 'never';
  if (fileName === null) return 'maybe';
  if (matcher.type === 'files-wildcard') return fnmatch(matcher.name, fileName) ? 'always' : 'never';
  return matcher.type === 'files-regex' ? matchRegexText(matcher.pattern, fileName, work) : 'never';
}

/** The event of a section that matches, or may: then its pattern becomes a choice. */
export function eventIf(certain: FlowEvent, match: Match, around: readonly string[] = []): FlowEvent[] {
  if (match === 'never') return [];
  if (match === 'always' && around.length === 0) return [certain];
  return [{ ...certain, choices: match === 'always' ? around : [...around, choiceOf(certain)] }];
}

export function byOrder(a: FlowEvent, b: FlowEvent): number {
  return compareOrder(a.order, b.order);
}
