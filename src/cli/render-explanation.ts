import { contractRow } from '../catalog/index.ts';
import type { ContractRow, DirectiveFate, Fate } from '../catalog/index.ts';
import { painter, wrapWords } from '../report/index.ts';
import type { Transform } from '../transform/index.ts';

const WIDTH = 92;
const INDENT = '  ';

/** A transform for people: its documentation under fixed headings, then its messages. */
export function explainTransform(transform: Transform, color: boolean): string {
  const { id, title, applicability, stage, rows, docs, messages } = transform;
  return entry(`${id}: ${title}`, color, [
    ['What it does', docs.does],
    ['Why', docs.why],
    ['Before', code(docs.before)],
    ['After', code(docs.after)],
    ['Edits', APPLICABILITY_WORDS[applicability]],
    ['Undo', docs.undo],
    ['Limits', docs.limits],
    [
      'Messages',
      Object.entries(messages)
        .map(([messageId, text]) => `${messageId}: ${text}`)
        .join('\n'),
    ],
    ['Rows of the upgrade guide', rows.map(rowTitle).join('\n')],
    ['Stage', stage],
    ['Read more', docs.link],
  ]);
}

/** A row of the upgrade guide, and which transforms serve it. */
export function explainRow(row: ContractRow, transforms: readonly Transform[], color: boolean): string {
  const serving = transforms.filter(({ rows }) => rows.includes(row.id)).map(({ id }) => id);
  return entry(`${row.id}: ${row.title}`, color, [
    ['Section of the upgrade guide', row.section],
    ['What httpd-codemod does', `${DOES_WORDS[row.does]}\n${row.expect}`],
    ['Transforms', serving.length === 0 ? 'none yet' : serving.join(', ')],
  ]);
}

/** What 2.4 does with a directive of 2.2. */
export function explainDirective(
  fate: DirectiveFate,
  transforms: readonly Transform[],
  color: boolean,
): string {
  const mention = new RegExp(String.raw`^\s*#?\s*<?${fate.name}\b`, 'im');
  const about = transforms.filter(({ docs }) => mention.test(docs.before)).map(({ id }) => id);
  return entry(`${fate.name}, from 2.2 to 2.4`, color, [
    ['In 2.4', [fate.fate, ...fate.also].map((kind) => FATE_WORDS[kind]).join('\n')],
    ['Module', moduleText(fate)],
    ['Instead', fate.to ?? ''],
    ['Default', defaultText(fate)],
    ['Mutex name', fate.mutex ?? ''],
    ['Needs besides', fate.requiresAlso ?? ''],
    ['Note', fate.note ?? ''],
    ['Transforms', about.join(', ')],
  ]);
}

/** A headline and named paragraphs; empty ones are left out. */
function entry(
  headline: string,
  color: boolean,
  paragraphs: readonly (readonly [heading: string, text: string])[],
): string {
  const paint = painter(color);
  const parts = paragraphs
    .filter(([, text]) => text !== '')
    .map(([heading, text]) => `${paint.strong(heading)}\n${indented(text)}\n`);
  return [`${paint.strong(headline)}\n`, ...parts].join('\n');
}

/** Lines that are indented already are examples: they are not wrapped. */
function indented(text: string): string {
  const lines = text.split('\n');
  return lines
    .map((line) => (line.startsWith(INDENT) ? INDENT + line : wrapWords(INDENT + line, WIDTH, INDENT)))
    .join('\n');
}

function code(text: string): string {
  return text
    .split('\n')
    .map((line) => INDENT + line)
    .join('\n');
}

function rowTitle(id: string): string {
  const row = contractRow(id);
  return row === null ? id : `${id}: ${row.title}`;
}

function moduleText({ fromModule, toModule }: DirectiveFate): string {
  if (fromModule === toModule) return fromModule;
  return `${fromModule} in 2.2, ${toModule ?? 'none'} in 2.4`;
}

function defaultText({ oldDefault, newDefault }: DirectiveFate): string {
  if (oldDefault === undefined && newDefault === undefined) return '';
  return `${oldDefault ?? 'none'} in 2.2, ${newDefault ?? 'none'} in 2.4`;
}

const APPLICABILITY_WORDS: Readonly<Record<Transform['applicability'], string>> = {
  safe: 'safe: the behaviour stays the same; made by default',
  review: 'review: made with --apply review, for a person should read them',
  manual: 'manual: none; it says what a person has to decide',
};

const DOES_WORDS: Readonly<Record<ContractRow['does'], string>> = {
  rewrite: 'Rewrites the lines.',
  insert: 'Adds lines.',
  remove: 'Removes lines.',
  pin: 'Writes the old default down, where it has changed.',
  finding: 'Reports it; a person decides.',
  explain: 'Explains it; nothing in the files needs to change.',
};

const FATE_WORDS: Readonly<Record<Fate, string>> = {
  same: 'Works as in 2.2.',
  renamed: 'Has a new name.',
  removed: 'Is gone: the server does not start with it.',
  'no-effect': 'Is read and does nothing.',
  'moved-module': 'Is in another module.',
  'default-changed': 'Has another default.',
  'values-changed': 'Takes other values, or gives them another meaning.',
  'syntax-changed': 'Is written differently.',
  'context-changed': 'May stand in other places.',
};
