import { contractRows, fates } from '../catalog/index.ts';
import type { ContractRow, DirectiveFate } from '../catalog/index.ts';
import { actingTransforms, explanationsOfDirective, explanationsOfRow } from '../explain/index.ts';
import type { Transform } from '../transform/index.ts';
import { fixturesOfDirective, fixturesOfRow } from './fixture-facts.ts';
import type { FixtureFacts } from './fixture-facts.ts';
import { escapeText, link, table } from './markdown.ts';
import type { Page } from './rule-pages.ts';
import { serverChecksOf } from './server-checks.ts';

/** What the tables are made of. */
export interface Material {
  readonly transforms: readonly Transform[];
  readonly fixtures: readonly FixtureFacts[];
}

/** docs/coverage.md: each row of the upgrade guide and each directive of 2.2, what is done about it, and what shows that. */
export function coveragePage(material: Material): Page {
  const [same, changed] = [fates().filter(isSame), fates().filter((fate) => !isSame(fate))];
  const text = [
    '<!-- Made by tools/make-rule-docs.mjs from the transforms, src/explain, the catalog and __fixtures__/transforms. -->\n',
    '# Coverage\n',
    'What becomes of each row of the upgrade guide and of each directive of 2.2.34, and which cases show it, and what a real 2.4 server was asked about it. A test fails when one of them has nothing.\n',
    `## The ${contractRows.length} rows of the upgrade guide\n`,
    table(
      ['row', 'what is to be done', 'transforms', 'explained', 'cases', 'a real 2.4 server'],
      contractRows.map((row) => rowCells(row, material)),
    ),
    `## The ${fates().length} directives of 2.2.34\n`,
    `### ${changed.length} that are different in 2.4\n`,
    table(
      ['directive', 'in 2.4', 'transforms and cases', 'explained'],
      changed.map((fate) => directiveCells(fate, material)),
    ),
    `### ${same.length} that are the same\n`,
    'They work as in 2.2. Some transforms read or write their lines for another reason; those are in parentheses. The modules that they need are loaded by [load-needed-modules](rules/load-needed-modules.md).\n',
    ...sameByModule(same, material),
  ].join('\n');
  return { path: 'docs/coverage.md', text };
}

function isSame({ fate, also }: DirectiveFate): boolean {
  return fate === 'same' && also.length === 0;
}

function rowCells(row: ContractRow, { transforms, fixtures }: Material): readonly string[] {
  const serving = transforms.filter(({ rows }) => rows.includes(row.id));
  return [
    `${row.id}<br>${escapeText(row.title)}`,
    row.does,
    serving.map(transformLink).join('<br>'),
    explanationsOfRow(row.id).map(explanationLink).join('<br>'),
    caseLinks(fixturesOfRow(row.id, transforms, fixtures), fixtures),
    serverChecksOf(row)
      .map(({ test, asks }) => link(asks, `../${test}`))
      .join('<br>'),
  ];
}

function directiveCells(fate: DirectiveFate, { transforms, fixtures }: Material): readonly string[] {
  const acting = actingTransforms(fate, transforms);
  const kinds = fate.isRefusedByBoth ? 'refused by both' : [fate.fate, ...fate.also].join(', ');
  const to = fate.to === null ? '' : `<br>instead: ${fate.to}`;
  const note = fate.note === null ? '' : `<br>${escapeText(fate.note)}`;
  return [
    fate.name,
    `${kinds}${to}${note}`,
    acting
      .map((transform) => `${transformLink(transform)}${casesLink(fate.name, transform.id, fixtures)}`)
      .join('<br>'),
    explanationsOfDirective(fate.name).map(explanationLink).join('<br>'),
  ];
}

function transformLink({ id }: Transform): string {
  return link(id, `rules/${id}.md`);
}

function explanationLink({ id }: { readonly id: string }): string {
  return link(id, `rules/messages.md#${id}`);
}

const FOLDER = '../__fixtures__/transforms';

/** The cases of a transform by name, or its folder where all of them are meant. Without numbers: those would change daily. */
function caseLinks(cases: readonly FixtureFacts[], all: readonly FixtureFacts[]): string {
  const transforms = [...new Set(cases.map(({ transform }) => transform))];
  const links = transforms.flatMap((transform) => {
    const [own, every] = [cases, all].map((each) => each.filter((one) => one.transform === transform));
    if (own?.length === every?.length) return [link(`all of ${transform}`, `${FOLDER}/${transform}`)];
    return (own ?? []).map(({ name }) => link(`${transform}/${name}`, `${FOLDER}/${transform}/${name}`));
  });
  return links.join('<br>');
}

function casesLink(name: string, transform: string, fixtures: readonly FixtureFacts[]): string {
  const { length } = fixturesOfDirective(name, transform, fixtures);
  return length === 0 ? '' : ` (${link('cases', `${FOLDER}/${transform}`)})`;
}

function sameByModule(same: readonly DirectiveFate[], { transforms }: Material): readonly string[] {
  const modules = [...new Set(same.map(({ fromModule }) => fromModule))].toSorted();
  return modules.map((module) => {
    const names = same
      .filter(({ fromModule }) => fromModule === module)
      .map((fate) => {
        const acting = actingTransforms(fate, transforms).map(transformLink);
        return acting.length === 0 ? fate.name : `${fate.name} (${acting.join(', ')})`;
      });
    return `- ${escapeText(module)}: ${names.join(', ')}`;
  });
}
