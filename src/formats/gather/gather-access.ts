import type { AccessSection, PlacesOfRule, RulePlace } from '../../access/index.ts';
import { DECIDING_FACTS, mergedSections, titleOf, whoGetsIn } from '../../access/index.ts';
import type { Migration } from '../../migrate/index.ts';
import { printable } from '../../report/index.ts';
import { shownLine } from './gather-files.ts';
import type {
  AccessPlace,
  AccessReport,
  AccessRule,
  MergeReport,
  MergedReport,
  RuleText,
} from '../report-data.ts';
import { originalOffset } from '../../patch/index.ts';
import type { LineIndex } from '../../text/index.ts';
import { lineIndex } from '../../text/index.ts';

/** Who gets in at each place that the proof tells apart; before, that is whom 2.2 let in, whatever its lines were meant to say. */
export function gatherAccess(
  { model, after, proof, signOf24, part }: Migration,
  placeSection: PlaceSection,
): AccessReport {
  const missing = (text: string): AccessReport => ({ missing: text, compared: 0, rules: [] });
  if (proof === 'none') return missing(signOf24 === null ? NOT_COMPARED : OF_24);
  // Parts that were read one by one: the model is of the first.
  if (part?.type === 'alone' && model.files.size > after().files.size) return missing(SEVERAL_PARTS);
  const found = whoGetsIn(model, after(), 'exact');
  if (found.type === 'undecided') return missing(UNDECIDED);
  if (found.type === 'too-much-work') return missing(TOO_MUCH_WORK);
  return {
    missing: null,
    compared: found.flows,
    rules: found.rules.map((rule) => ruleOf(rule, placeSection)),
  };
}

const NOT_COMPARED =
  "Not compared: --only and --skip migrate a part, --access compat leaves the rules to mod_access_compat, a configuration that can't be read is not migrated, and rules that depend on a template or on an unknown value are left as they are.";
const SEVERAL_PARTS = 'Not listed: these are parts of a server, each read by itself. Ask for one of them.';
const OF_24 = 'Not compared: the tree is written for 2.4 already.';
const UNDECIDED = `Not compared: the rules depend on too many tests whose answer only the server knows. Say ${DECIDING_FACTS.names}.`;
const TOO_MUCH_WORK = 'Not compared: there are too many combinations of rules to go through.';

function ruleOf(
  { before, after, lets, difference, places, count }: PlacesOfRule,
  placeSection: PlaceSection,
): AccessRule {
  return {
    before: textOf(before),
    after: textOf(after),
    lets,
    difference: difference === null ? null : printable(difference),
    places: places.map((place) => placeOf(place, placeSection)),
    count,
  };
}

function textOf({ words, lines }: RuleText): RuleText {
  return { words: words.map(printable), lines: lines.map(printable) };
}

function placeOf(
  { host, address, folder, fileName, section }: RulePlace,
  placeSection: PlaceSection,
): AccessPlace {
  const parts = [
    host,
    address === null ? null : `address ${address}`,
    folder === null ? null : `folder ${folder}`,
    fileName === null ? null : `files named ${fileName}`,
  ].filter((part) => part !== null);
  return {
    where: printable(parts.length === 0 ? 'everywhere else' : parts.join(', ')),
    section:
      section === null ? null : { title: printable(titleOf(section.scope)), place: placeSection(section) },
  };
}

/** The sections in the order in which a request meets them. */
export function gatherMerges({ after }: Migration, placeSection: PlaceSection): MergeReport[] {
  const byWalk = new Map<MergeReport['walk'], MergedReport[]>(WALKS.map((walk) => [walk, []]));
  for (const { walk, section } of mergedSections(after())) {
    const { server } = section;
    byWalk.get(walk)?.push({
      title: printable(titleOf(section.scope)),
      place: placeSection(section),
      host: server.kind === 'virtualhost' ? printable(titleOf(server)) : null,
      lines: linesOf(section),
    });
  }
  return WALKS.map((walk) => ({ walk, sections: byWalk.get(walk) ?? [] }));
}

const WALKS = ['directory', 'pattern', 'files', 'location'] as const;

function linesOf({ entries }: AccessSection): string[] {
  return entries.flatMap((entry) => {
    const { file, node } = 'children' in entry ? entry.scope : entry.occurrence;
    return node === null ? [] : dedented(file.source.text.slice(node.span.start, node.span.end));
  });
}

/** Whole lines, without what all of them are indented by. */
function dedented(text: string): string[] {
  const lines = text
    .replace(/\r?\n$/, '')
    .split('\n')
    .map(shownLine);
  const indents = lines.map((line) => /^\s*/.exec(line)![0].length);
  const least = Math.min(...indents);
  return lines.map((line) => line.slice(least));
}

/** Where a section of the result stands: `file:line`, by the lines that the files have before the migration. */
type PlaceSection = (section: AccessSection) => string;

export function sectionPlaces({ patchSet }: Migration, displayPath: (path: string) => string): PlaceSection {
  const patches = new Map(patchSet.files.map((patch) => [patch.newPath, patch]));
  const indexes = new Map<string, LineIndex>();
  const lineOf = (path: string, text: string, offset: number): number => {
    const index = indexes.get(path) ?? lineIndex(text);
    indexes.set(path, index);
    return index.position(offset).line;
  };
  return ({ scope: { file, node } }) => {
    const patch = patches.get(file.path);
    const path = printable(displayPath(patch?.path ?? file.path));
    if (node === null) return path;
    const { start } = node.span;
    return patch === undefined
      ? `${path}:${lineOf(file.path, file.source.text, start)}`
      : `${path}:${lineOf(file.path, patch.before, originalOffset(patch, start))}`;
  };
}
