import { flowsOf, indexSections } from '../../../src/access/chains/index.ts';
import { analysisOf } from '../../../src/access/sections/analysis.ts';
import { worldsOfTrees } from '../../../src/access/index.ts';
import { memoryTree } from './memory-tree.ts';

const RULE = 'Order allow,deny\nAllow from all\n';

/** What each flow of requests to an address meets: the Location of the address, and which of the other places. */
export function sectionsOfFlows(lines: string, address: string, ...places: readonly string[]): string[][] {
  const sections = [`<Location "${address}">`, ...places].map(
    (place) => `${place}\n${RULE}${place.replace(/^<(\w+).*/, '</$1>')}\n`,
  );
  const { model } = memoryTree(`Listen 80\nDocumentRoot /srv/htdocs\n${lines}\n${sections.join('')}`);
  const [world = new Map<string, boolean>()] = worldsOfTrees(model);
  const index = indexSections(
    analysisOf(model).sections.map((section) => ({ section, side: 'both' as const })),
  );
  const flows = flowsOf(model, index, world).map((flow) =>
    [...flow.inputs, flow]
      .flatMap((each) => each.events)
      .map(({ section: { scope } }) => `<${scope.name} ${scope.args.join(' ')}>`.toLowerCase()),
  );
  return flows.filter((kinds) => kinds.includes(`<location ${address}>`.toLowerCase()));
}

/** Whether the sections of one flow are those of the address and of the other place. */
export function meetTogether(lines: string, address: string, place: string): boolean {
  const wanted = place.replaceAll('"', '').toLowerCase();
  return sectionsOfFlows(lines, address, place).some((kinds) => kinds.includes(wanted));
}
