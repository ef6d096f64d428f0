import { flatMap, groupBy, remember } from '../../text/index.ts';
import { occurrencesOf } from '../../model/index.ts';
import type { Occurrence, ServerModel } from '../../model/index.ts';
import type { Flow } from '../chains/index.ts';
import { answeredFlows } from '../chains/index.ts';
import { analysisOf } from '../sections/analysis.ts';
import { isPathAtOrBelow, plainPath } from '../folders/paths.ts';
import type { World } from '../sections/worlds.ts';
import type { Search22 } from './search-22.ts';
import { search22, walks22 } from './search-22.ts';
import type { Semantics } from '../states/intended-state.ts';
import type { Walk22 } from '../states/walk-state.ts';
import { limitedWork, orTooMuch } from '../work.ts';

/**
 * The ErrorDocument lines for 401 and 403 with a page from which the rules in force for it keep somebody out. 2.2 asks these once more, and does
 * not send the page then, but for files of one folder to which nothing but Directory sections applies. 2.4 does not ask where the same sections
 * apply to what was asked for and to the page, and sends it (`ap_process_request_internal`, server/request.c).
 */
export function withheldPages(model: ServerModel, semantics: Semantics): Occurrence[] {
  if (model.kind !== 'server') return [];
  const lines = occurrencesOf(model, 'errordocument').filter(
    ({ on22, args: [status = '', page = '', more] }) =>
      on22 !== 'no' && /^40[13]$/.test(status) && page.startsWith('/') && more === undefined,
  );
  const { sections, worlds } = analysisOf(model);
  if (lines.length === 0 || sections.length === 0) return [];
  const search = search22(model, sections, semantics);
  const find = (): Set<Occurrence> => {
    const found = new Set<Occurrence>();
    for (const world of worlds ?? []) addWithheld(lines, world, search, found);
    return found;
  };
  const found = orTooMuch(find, new Set<Occurrence>());
  return lines.filter((line) => found.has(line));
}

function addWithheld(
  lines: readonly Occurrence[],
  world: World,
  search: Search22,
  found: Set<Occurrence>,
): void {
  const { model, comparison } = search;
  const work = limitedWork();
  const { start, index, walk } = walks22(search, world, work);
  const keepsOut = remember((ends: readonly Walk22[]) =>
    ends.some((end) => comparison.letsMoreIn(start, end)),
  );
  const byServer = groupBy(lines, ({ scope }) => scope.server);
  for (const flows of answeredFlows(model, index, world)) {
    const server = flows[0]?.about.server;
    const servers = server === undefined || server === model.main ? [model.main] : [model.main, server];
    const reached = walk();
    for (const line of flatMap(servers, (each) => byServer.get(each) ?? [])) {
      if (found.has(line)) continue;
      work.spend(flows.length);
      const isSent = (flow: Flow): boolean => flow.isFinal && mayHold(line, flow);
      if (flows.some((flow) => isSent(flow) && keepsOut(reached.finalStates(flow)))) found.add(line);
    }
  }
}

/** Whether a request for the page of the line may be one of the flow. */
function mayHold(
  { args: [, page = ''] }: Occurrence,
  { about: { address, addresses, fileName, fileNames } }: Flow,
): boolean {
  const path = plainPath(page.replace(/[?#].*/, ''));
  if (address === null || !isPathAtOrBelow(path, address)) return false;
  for (const other of addresses) {
    if (other.length > address.length && isPathAtOrBelow(path, other)) return false;
  }
  const name = path.slice(path.lastIndexOf('/') + 1);
  return fileName === null ? !fileNames.has(name) : fileName === name;
}
