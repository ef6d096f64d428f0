import { colorizeDiff, diffBase, renderDiff, sanitizeForTerminal } from '../../output/index.ts';
import type { PatchSet } from '../../patch/index.ts';
import { painter, plural, printable, proofLines, wrapWords } from '../../report/index.ts';
import type { TextStyle } from '../../report/index.ts';
import { changeOf } from './change-of.ts';
import type { Decision } from './decisions.ts';
import type { Agenda } from './session.ts';

/** Longer changes are cut: `d` shows them whole. */
const MOST_LINES = 24;

/** One decision as it is asked for: its place, what is so, what would change, and for access rules what the proof says. */
export async function showDecision(
  decision: Decision,
  agenda: Agenda,
  number: number,
  style: TextStyle,
): Promise<string> {
  const paint = painter(style.color);
  const [first] = decision.findings;
  if (first === undefined) return '';
  const position = first.position === null ? '' : `:${first.position.line}`;
  const place = `${printable(style.displayPath(first.path))}${position}`;
  const isRules = decision.kind === 'access';
  const name = isRules ? 'the access rules of the tree' : `${place} ${first.transform}`;
  const lines = [
    '',
    paint.strong(
      `[${number} of ${agenda.decisions.length}] ${name} (${LABELS[decision.kind]}, ${applicabilityOf(decision)})`,
    ),
    ...(isRules
      ? rulesText(decision, agenda)
      : [printable(first.message), `-> ${printable(first.fixTitle ?? '')}`]),
  ];
  const diff = await diffText(changeOf(decision, agenda.all.migration), style);
  return `${lines.map((line) => wrapWords(line, style.width, '   ')).join('\n')}\n${cut(diff)}`;
}

const LABELS: Readonly<Record<Decision['kind'], string>> = {
  access: 'one decision: they stand or fall together',
  needed: 'needed by 2.4',
  free: 'your choice',
};

function applicabilityOf({ findings: [first] }: Decision): string {
  return first?.applicability === 'review' ? 'review: read it' : 'safe';
}

function rulesText({ findings }: Decision, { all }: Agenda): string[] {
  const files = new Set(findings.map(({ path }) => path)).size;
  const messages = [...new Set(findings.map(({ message }) => message))];
  const shown = messages.slice(0, 3).map(printable);
  return [
    `${plural(findings.length, 'change')} in ${plural(files, 'file')}: Order, Allow, Deny and Satisfy become Require. Rejected, they stay as they are, and 2.4 reads them with mod_access_compat.`,
    ...shown.map((message) => `- ${message}`),
    ...proofLines(all.migration, { width: 0 }),
  ];
}

/** As in a terminal; what is not text of the tree's own is marked by colour alone. */
export async function diffText(patchSet: PatchSet, style: TextStyle): Promise<string> {
  const paths = [...patchSet.files.map(({ path }) => path), ...patchSet.links.map(({ path }) => path)];
  const diff = Buffer.from(await renderDiff(patchSet, diffBase(paths, process.cwd())), 'latin1').toString(
    'utf8',
  );
  const safe = Buffer.from(
    sanitizeForTerminal(Buffer.from(diff, 'utf8').toString('latin1')),
    'latin1',
  ).toString('utf8');
  return style.color ? colorizeDiff(safe) : safe;
}

function cut(text: string): string {
  const lines = text.split('\n');
  if (lines.length <= MOST_LINES + 1) return text;
  return `${lines.slice(0, MOST_LINES).join('\n')}\n... ${plural(lines.length - MOST_LINES - 1, 'more line')}: d shows them\n`;
}
