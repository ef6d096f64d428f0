import type { ReportData, RuleReport, TreeReport } from '../report-data.ts';
import { counted } from '../words.ts';

/** Text as it stands in HTML, in an attribute too. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The same for text in which `code` is marked by backticks. */
function escapeWithCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

/** The facts of each tree as plain HTML; the page's program shows those of the chosen one. */
export function overviewPanels({ trees }: ReportData): string {
  return trees.map(treePanel).join('\n');
}

/** The rules that act in each tree, likewise. */
export function rulesPanels({ trees }: ReportData): string {
  return trees.map((_, index) => rulesPanel(trees, index)).join('\n');
}

/** Ids are given once: to the first tree. */
function idOf(name: string, index: number): string {
  return index === 0 ? name : `${name}-${index}`;
}

function treePanel(tree: TreeReport, index: number): string {
  const id = idOf('overview', index);
  const facts = factsOf(tree).map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`);
  return `<section class="panel" id="${id}" data-tree="${index}" aria-labelledby="${id}-title"${index === 0 ? '' : ' hidden'}><h2 id="${id}-title">Overview</h2>
<dl class="facts">${facts.join('')}</dl>
<ul class="tiles">${tiles(tree)}</ul>${refusals(tree)}${unknowns(tree)}</section>`;
}

function factsOf({
  entry,
  path,
  kind,
  target,
  proof,
  changes,
  filesRead,
  writtenFor,
}: TreeReport): [string, string][] {
  const name = target.name === target.version ? '' : `${target.name}, `;
  const why = target.why === '' ? '' : ` (${target.why})`;
  const kinds = {
    server: 'A whole server',
    htaccess: 'Loose .htaccess files',
    fragment: 'A part of a server',
  };
  return [
    [kinds[kind], `<code>${escapeHtml(entry ?? path)}</code>`],
    ['Read', `${counted(filesRead, 'file')}, written for ${writtenFor}`],
    ['For', escapeHtml(`${name}httpd ${target.version}${why}`)],
    ...(proof.state === 'refused'
      ? []
      : [['Changes', changes.head] as const, ...changes.rows].map(([title, text]): [string, string] => [
          `${title[0]?.toUpperCase() ?? ''}${title.slice(1)}`,
          escapeWithCode(text),
        ])),
    ['Who gets in', escapeHtml(proof.text)],
  ];
}

function tiles({ counts }: TreeReport): string {
  const all: [number, string][] = [
    [counts.error, 'to decide'],
    [counts.heldBack, counts.heldBack === 1 ? 'fix held back' : 'fixes held back'],
    [counts.warning, counts.warning === 1 ? 'warning' : 'warnings'],
    [counts.info, counts.info === 1 ? 'note' : 'notes'],
    ...(counts.silenced > 0 ? [[counts.silenced, 'silenced'] as [number, string]] : []),
  ];
  return all
    .map(([count, name]) => `<li><b>${count.toLocaleString('en-US')}</b><span>${name}</span></li>`)
    .join('');
}

function refusals({ refused }: TreeReport): string {
  return list(
    'Why it is refused',
    refused.map(({ path, position, message }) => [
      position === null ? path : `${path}:${position.line}`,
      message,
    ]),
  );
}

function unknowns({ unknowns: all }: TreeReport): string {
  return list(
    'What is not known',
    all.map(({ subject, message }) => [subject, message]),
  );
}

const MOST_LISTED = 50;

function list(title: string, items: readonly (readonly [string, string])[]): string {
  if (items.length === 0) return '';
  const shown = items.slice(0, MOST_LISTED);
  const more = items.length > shown.length ? `<li>${counted(items.length - shown.length, 'more')}</li>` : '';
  const lines = shown.map(
    ([place, text]) => `<li><code>${escapeHtml(place)}</code>${escapeWithCode(afterPlace(text, place))}</li>`,
  );
  return `<h3>${title}</h3><ul>${lines.join('')}${more}</ul>`;
}

/** Most messages begin with what they are about. */
function afterPlace(text: string, place: string): string {
  return text.startsWith(`${place} `) ? text.slice(place.length) : `: ${text}`;
}

function rulesPanel(trees: readonly TreeReport[], index: number): string {
  const known = new Set(trees.slice(0, index).flatMap(({ rules }) => rules.map(({ id }) => id)));
  const rows = trees[index]!.rules.map((rule) => ruleRow(rule, known.has(rule.id)));
  if (rows.length === 0) return '';
  const id = idOf('rules', index);
  return `<section class="panel" id="${id}" data-tree="${index}" aria-labelledby="${id}-title"${index === 0 ? '' : ' hidden'}><h2 id="${id}-title">Rules that apply here</h2>
<table class="rules"><thead><tr><th scope="col">Rule</th><th scope="col">What and why</th><th scope="col">Places</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`;
}

function ruleRow({ id, title, does, why, edits }: RuleReport, isKnown: boolean): string {
  const name = isKnown ? '' : ` id="rule-${id}"`;
  return `<tr${name}><th scope="row"><code>${id}</code></th><td>${escapeWithCode(title)}<p>${escapeWithCode(does)} ${escapeWithCode(why)}</p></td><td class="number">${edits}</td></tr>`;
}
