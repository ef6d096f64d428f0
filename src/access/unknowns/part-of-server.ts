import { posix } from 'node:path';
import type { ModelFile, ServerModel, Unknown } from '../../model/index.ts';
import { proveWithin } from '../proof/prove.ts';
import { HOST_AND_SATISFY } from '../sections/access-directives.ts';
import { analysisOf } from '../sections/analysis.ts';
import { isContainer } from '../sections/types.ts';
import type { AccessSection } from '../sections/types.ts';
import type { Semantics } from '../states/intended-state.ts';

/** What the rules of a part of a server depend on that stands in the rest of it. */
export function unknownContexts(before: ServerModel, after: ServerModel, semantics: Semantics): Unknown[] {
  if (before.kind === 'server') return [];
  return [
    ...insidesOfSections(before),
    ...leaningSections(before, after, semantics),
    ...joiningSections(before, after, semantics),
  ];
}

/** A name by which a server finds a file in the folders that it serves; what was given as text may be any file. */
const OF_A_FOLDER = /(?:^|[./_-])ht(?:access|acl)\b/i;

/** Host rules outside of any section, in a file that some section includes: they count together with that section's own. */
function insidesOfSections(model: ServerModel): Unknown[] {
  const tops = analysisOf(model).sections.filter(({ scope }) => scope.node === null);
  const included = tops.filter(({ scope }) => !OF_A_FOLDER.test(scope.file.path));
  return included.filter(hasHostRules).map((section) => contextOf(section, INSIDE));
}

const INSIDE =
  'These access rules are in no section: a section of a server includes them, or this is a .htaccess file. They are converted as if that section had no others. If it has Order, Allow, Deny, Require or Satisfy lines of its own, convert the whole server instead: each file alone would let in whom the other refuses.';

function hasHostRules({ entries }: AccessSection): boolean {
  return entries.some((entry) => !isContainer(entry) && HOST_AND_SATISFY.has(entry.name));
}

/** Sections for which nothing was right that does not lean on what is said around them. */
function leaningSections(before: ServerModel, after: ServerModel, semantics: Semantics): Unknown[] {
  const result = proveWithin(before, after, semantics, 'denied');
  if (result.type !== 'different') return [];
  const sections = result.differences.flatMap(({ section }) => (section === null ? [] : [section]));
  return changedSections(sections, after).map((section) => contextOf(section, LEANS));
}

/** `Satisfy any` joins rules of hosts with a password: of what a section says of one of these only, the other one is inherited. */
function joiningSections(before: ServerModel, after: ServerModel, semantics: Semantics): Unknown[] {
  if (before.readBy === '2.4' || !analysisOf(before).sections.some(saysAny)) return [];
  const differences = AROUND.flatMap((above) => {
    const result = proveWithin(before, after, semantics, above);
    return result.type === 'different' ? result.differences : [];
  });
  const met = differences.flatMap(({ flow }) => [...flow.inputs, flow].flatMap(({ events }) => events));
  const sections = met.map(({ section }) => section).filter(saysAny);
  return changedSections(sections, after).map((section) => contextOf(section, JOINS));
}

const AROUND = ['no host', 'password'] as const;

function saysAny({ entries }: AccessSection): boolean {
  return entries.some(
    (entry) => !isContainer(entry) && entry.name === 'satisfy' && /^any$/i.test(entry.args[0] ?? ''),
  );
}

function changedSections(sections: readonly AccessSection[], after: ServerModel): AccessSection[] {
  const changed = sections.filter(({ scope: { file } }) => isChanged(file, after));
  return [...new Map(changed.map((section) => [section.scope.node, section])).values()];
}

/** What could not be read, and stays as it is, leans on nothing new. */
function isChanged({ path, source }: ModelFile, after: ServerModel): boolean {
  return after.files.get(path)?.source.text !== source.text;
}

const LEANS =
  'This is a part of a server, and what this section says now counts together with the sections around it, which are not in it. Where one of them has `Require all denied`, as the `<Directory />` of a stock 2.4 has, nobody gets in. Give the whole server, or write in this section all that should hold here.';
const JOINS =
  'This is a part of a server, and Satisfy any joins what this section says with hosts or passwords that the sections around it ask for, which are not in it. It is converted as if they asked for none: where they do, the result lets in others than 2.2 did, or keeps some out. Give the whole server, or write Order, Allow, Deny and Require in this section as they should hold here.';

function contextOf({ scope: { file, node } }: AccessSection, message: string): Unknown {
  const section = node && file.source.text.slice(node.open.span.start, node.open.span.end).trim();
  return {
    kind: 'context',
    path: file.path,
    offset: node?.open.span.start ?? null,
    subject: `what is around ${section ?? posix.basename(file.path)}`,
    below: null,
    message,
    bearing: 'access',
  };
}
