import { groupBy } from '../text/index.ts';
import type { AccessRule, FileReport, FindingReport, ReportData, TreeReport } from './report-data.ts';
import { counted, placeOf } from './words.ts';

/** A comment of GitHub holds 65,536 characters, one of other trackers less often: what is longer is left out, and said. */
const MOST_CHARACTERS = 60_000;
/** Lines of a diff that are shown without a click. */
const MOST_UNFOLDED = 12;
const MOST_PLACES = 5;

/** For a change ticket or a pull request: GitHub's Markdown, long diffs folded. */
export function renderMarkdown(data: ReportData): string {
  const { verdict, trees, tool, command } = data;
  const head = [
    '# Apache httpd 2.2 to 2.4: migration report',
    '',
    `${VERDICT_MARKS[verdict.kind]} **${inline(verdict.text)}**`,
    '',
    `Made by httpd-codemod ${tool.version} with ${code(command)}.`,
    '',
  ];
  const several = trees.length > 1;
  const parts = trees.flatMap((tree) => [
    ...(several ? [`## ${code(tree.path)}`, ''] : []),
    ...treeLines(tree),
  ]);
  const text = [...head, ...parts].join('\n');
  const files = trees.reduce((sum, { counts }) => sum + counts.filesChanged, 0);
  return withDiffs(text, trees, files);
}

const VERDICT_MARKS = { good: '✅', decide: '⚠️', stop: '⛔' } as const;

function treeLines(tree: TreeReport): string[] {
  return [
    ...factLines(tree),
    ...refusedLines(tree),
    ...findingLines('For you to decide', tree.findings, ({ task }) => task === 'decide'),
    ...findingLines('To check by hand', tree.findings, ({ task }) => task === 'check'),
    ...findingLines('Changes worth knowing', tree.findings, ({ task }) => task === 'written'),
    ...findingLines('Held back', tree.findings, ({ task }) => task === 'offered'),
    ...ruleLines(tree),
    ...accessLines(tree),
  ];
}

function factLines({ entry, path, target, counts, changes, proof }: TreeReport): string[] {
  const why = target.why === '' ? '' : ` (${target.why})`;
  const rows = [
    ['Tree', code(entry ?? path)],
    [
      'For',
      inline(
        target.name === target.version
          ? `httpd ${target.version}${why}`
          : `${target.name}, httpd ${target.version}${why}`,
      ),
    ],
    ['Changes', inline(changes.head)],
    ['Who gets in', inline(proof.text)],
    ['Findings', findingCounts(counts)],
  ];
  return ['| | |', '|---|---|', ...rows.map(([name, value]) => `| ${name} | ${value} |`), ''];
}

function findingCounts({ error, warning, info, heldBack, silenced }: TreeReport['counts']): string {
  const parts = [
    counted(error, 'error'),
    counted(warning, 'warning'),
    counted(info, 'note'),
    ...(heldBack > 0 ? [`${counted(heldBack, 'fix', 'fixes')} held back`] : []),
    ...(silenced > 0 ? [`${silenced} silenced`] : []),
  ];
  return parts.join(', ');
}

function refusedLines({ refused }: TreeReport): string[] {
  if (refused.length === 0) return [];
  return [
    '### Refused',
    '',
    ...refused.map((each) => `- ${code(placeOf(each))}: ${inline(each.message)}`),
    '',
  ];
}

function findingLines(
  title: string,
  findings: readonly FindingReport[],
  isWanted: (finding: FindingReport) => boolean,
): string[] {
  const wanted = findings.filter((finding) => finding.silencedBy === null && isWanted(finding));
  if (wanted.length === 0) return [];
  const byMessage = groupBy(wanted, ({ rule, message }) => `${rule}: ${message}`);
  const lines = [...byMessage.values()].map(findingItem);
  return [`### ${title} (${wanted.length})`, '', ...lines, ''];
}

/** Findings that say the same, in one item with their places. */
function findingItem(findings: readonly [FindingReport, ...FindingReport[]]): string {
  const [{ rule, message, fixTitle, isHeldBack }] = findings;
  const places = findings.slice(0, MOST_PLACES).map((finding) => code(placeOf(finding)));
  const more = findings.length > MOST_PLACES ? ` and ${findings.length - MOST_PLACES} more` : '';
  const fix = isHeldBack && fixTitle !== null ? ` Fix: ${inline(fixTitle)} (\`--apply review\`).` : '';
  return `- ${places.join(', ')}${more}: ${inline(message)}${fix} *(${rule})*`;
}

function ruleLines({ rules }: TreeReport): string[] {
  const acting = rules.filter(({ edits }) => edits > 0);
  if (acting.length === 0) return [];
  const rows = acting.map(({ edits, id, title }) => `| ${edits} | ${code(id)} | ${inline(title)} |`);
  return ['### What changes, and why', '', '| Places | Rule | |', '|---:|---|---|', ...rows, ''];
}

function accessLines({ access }: TreeReport): string[] {
  const telling = access.rules.filter(({ lets, difference }) => lets !== 'everybody' || difference !== null);
  if (telling.length === 0)
    return access.missing === null ? [] : ['### Who gets in', '', inline(access.missing), ''];
  const rows = telling.map(accessRow);
  return [
    `<details><summary>Who gets in: ${counted(telling.length, 'rule')} compared at ${counted(access.compared, 'kind')} of requests</summary>`,
    '',
    '| Where | 2.2 | 2.4 | Proof |',
    '|---|---|---|---|',
    ...rows,
    '',
    '</details>',
    '',
  ];
}

function accessRow({ places, count, before, after, difference }: AccessRule): string {
  const named = places.slice(0, MOST_PLACES).map(({ where }) => code(where));
  const more = count > named.length ? [`${count - named.length} more`] : [];
  const result = difference === null ? 'same' : `**${inline(difference)}**`;
  return `| ${[...named, ...more].join('<br>')} | ${inline(before.words.join(' '))} | ${inline(after.words.join(' '))} | ${result} |`;
}

/** The diffs behind the rest, as many as there is room for. */
function withDiffs(text: string, trees: readonly TreeReport[], count: number): string {
  if (count === 0) return `${text}\n`;
  const parts = [`${text}\n### Diffs\n`];
  let length = parts[0]!.length;
  let shown = 0;
  for (const file of filesOf(trees)) {
    const part = diffPart(file);
    if (length + part.length > MOST_CHARACTERS) break;
    parts.push(part);
    length += part.length;
    shown++;
  }
  if (shown < count) {
    parts.push(
      `\n${counted(count - shown, 'more file')} left out for length: \`--format diff\` has them all.\n`,
    );
  }
  return parts.join('');
}

function* filesOf(trees: readonly TreeReport[]): Generator<FileReport> {
  for (const { files } of trees) yield* files;
}

function diffPart({ path, newPath, isNew, hunks, added, removed }: FileReport): string {
  const renamed = isNew ? ' (new)' : path === newPath ? '' : ` → ${code(newPath)}`;
  const title = `${code(path)}${renamed} (+${added} −${removed})`;
  const lines = hunks.flatMap(({ oldStart, newStart, lines: texts, reasons }) => {
    const rules = new Set(reasons.map(({ rule }) => rule));
    return [`@@ -${oldStart} +${newStart} @@ ${[...rules].join(', ')}`.trimEnd(), ...texts];
  });
  if (lines.length === 0) return `\n${title}\n`;
  // Longer than any run of backticks inside.
  const longest =
    lines
      .join('\n')
      .match(/`{3,}/g)
      ?.reduce((most, run) => Math.max(most, run.length), 2) ?? 2;
  const fence = '`'.repeat(longest + 1);
  const block = `${fence}diff\n${lines.join('\n')}\n${fence}\n`;
  if (lines.length <= MOST_UNFOLDED) return `\n${title}\n\n${block}`;
  return `\n<details><summary>${summaryTitle(title)}</summary>\n\n${block}\n</details>\n`;
}

/** In a summary Markdown is not read: code is marked as HTML. */
function summaryTitle(title: string): string {
  return escapeHtml(title).replaceAll(/`+ ?(.+?) ?`+/g, '<code>$1</code>');
}

/** Text in which nothing is Markdown, HTML, a mention or a cell's end; `code` stays code. */
function inline(text: string): string {
  const parts = text.replaceAll('\n', ' ').split(/(`[^`]+`)/);
  return parts.map((part, index) => (index % 2 === 1 ? code(part.slice(1, -1)) : escaped(part))).join('');
}

function escaped(text: string): string {
  return escapeHtml(text).replace(/[\\`*_[\]|~#@]/g, (character) =>
    character === '@' || character === '#' ? `&#${character.charCodeAt(0)};` : `\\${character}`,
  );
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A code span; a bar in it would end a table's cell, and is allowed escaped. */
function code(text: string): string {
  const longest = text.match(/`+/g)?.reduce((most, run) => Math.max(most, run.length), 0) ?? 0;
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 || text === '' ? ' ' : '';
  return `${fence}${pad}${text.replaceAll('\n', ' ').replaceAll('|', '\\|')}${pad}${fence}`;
}
