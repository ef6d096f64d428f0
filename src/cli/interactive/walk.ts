// oxlint-disable no-await-in-loop -- one question comes after the other
import { plural, printable, renderText, wrapWords } from '../../report/index.ts';
import type { TextStyle } from '../../report/index.ts';
import { hasChanges } from '../migrate/judge.ts';
import type { NamedMigration } from '../migrate/migrate-all.ts';
import type { Asker } from './ask.ts';
import { changeOf } from './change-of.ts';
import { noChoices } from './choices.ts';
import type { Choices } from './choices.ts';
import { ACCESS_ID } from './decisions.ts';
import type { Decision } from './decisions.ts';
import { editByHand, proposedLines } from './edit-by-hand.ts';
import { savedChoices } from './saved-choices.ts';
import type { SavedChoices } from './saved-choices.ts';
import { agendaOf, placedEdits, resultOf } from './session.ts';
import type { Agenda, Make } from './session.ts';
import { diffText, showDecision } from './show-decision.ts';

/** What came of asking: what is to be written; nothing, and a sentence; or a migration that leaves nothing to ask. */
export type Walked =
  | { readonly type: 'chosen'; readonly named: NamedMigration; readonly forget: () => void }
  | { readonly type: 'ended'; readonly message: string }
  | { readonly type: 'failed'; readonly message: string };

interface Walk {
  readonly make: Make;
  readonly asker: Asker;
  readonly style: TextStyle;
  readonly saved: SavedChoices;
  choices: Choices;
  agenda: Agenda;
  at: number;
}

const ENDED = 'Nothing was written. What you decided is kept: the same command goes on from here.';

/** Asks about change by change, then whether to write. Writes nothing itself. */
export async function walkDecisions(make: Make, asker: Asker, style: TextStyle): Promise<Walked> {
  const agenda = agendaOf(make, 'require');
  if (typeof agenda === 'string') return { type: 'failed', message: agenda };
  const { base } = agenda;
  const saved = savedChoices(base.migration.model);
  const keep = () => {};
  // The end of the run says why.
  if (agenda.decisions.length === 0 || base.migration.refused.length > 0) {
    return { type: 'chosen', named: base, forget: keep };
  }
  const walk: Walk = { make, asker, style, saved, agenda, choices: noChoices(), at: 0 };
  if (!resume(walk)) return { type: 'ended', message: 'Nothing was written.' };
  for (;;) {
    if (!(await askAll(walk))) return { type: 'ended', message: ENDED };
    const end = await askToWrite(walk);
    if (end === 'back') walk.at = walk.agenda.decisions.length - 1;
    else if (end === 'quit') return { type: 'ended', message: ENDED };
    else return { type: 'chosen', named: end, forget: () => saved.forget() };
  }
}

function sayWrapped({ asker, style }: Walk, sentence: string): void {
  asker.say(`${wrapWords(sentence, style.width, '  ')}\n`);
}

/** Whether to go on at all. */
function resume(walk: Walk): boolean {
  const { asker, saved, agenda } = walk;
  sayWrapped(
    walk,
    `${plural(agenda.decisions.length, 'decision')}. Nothing is written before the last question. ? explains the answers.`,
  );
  const kept = saved.load();
  if (kept === null || kept.wanted.size === 0) return true;
  const question = `${plural(kept.wanted.size, 'decision')} of an earlier session: go on from there? [Y,n,q] `;
  let answer = asker.ask(question);
  while (answer !== null && !/^(?:|y|yes|n|no|q)$/i.test(answer)) answer = asker.ask(question);
  if (answer === null || answer === 'q') return false;
  if (/^n/i.test(answer)) saved.forget();
  else walk.choices = kept;
  if (walk.choices.wanted.get(ACCESS_ID) === false) remake(walk);
  walk.at = firstOpen(walk);
  return true;
}

/** False to end. */
async function askAll(walk: Walk): Promise<boolean> {
  let isShown = false;
  while (walk.at < walk.agenda.decisions.length) {
    const decision = walk.agenda.decisions[walk.at];
    if (decision === undefined) return true;
    if (!isShown) walk.asker.say(await showDecision(decision, walk.agenda, walk.at + 1, walk.style));
    const before = walk.choices.wanted.get(decision.id);
    const known = before === undefined ? '' : before ? ' (so far: yes)' : ' (so far: no)';
    const answer = walk.asker.ask(`Make this change?${known} [${LETTERS[decision.kind]}] `);
    if (answer === null || answer === 'q') return false;
    const at = walk.at;
    isShown = (await obey(answer, decision, walk)) === 'again' && walk.at === at;
    walk.saved.save(walk.choices);
  }
  return true;
}

const LETTERS: Readonly<Record<Decision['kind'], string>> = {
  access: 'y,n,a,b,d,q,?',
  needed: 'y,a,r,f,e,b,d,q,?',
  free: 'y,n,a,r,R,f,F,e,b,d,q,?',
};

const HELP: readonly (readonly [letter: string, text: string])[] = [
  ['y', 'yes, make it'],
  ['n', 'no, leave it out'],
  ['a', 'yes to it and to all that is left'],
  ['r', 'yes to all of this rule'],
  ['R', 'no to all of this rule'],
  ['f', 'yes to all of this file'],
  ['F', 'no to all of this file'],
  ['e', 'edit the new lines in $EDITOR'],
  ['b', 'back to the one before'],
  ['d', 'show all lines of it'],
  ['q', 'end; what you decided is kept'],
];

/** What the letters do that are offered for such a decision. */
function helpFor(kind: Decision['kind']): string {
  const offered = LETTERS[kind].split(',');
  const lines = HELP.filter(([letter]) => offered.includes(letter));
  return lines.map(([letter, text]) => `${letter}  ${text}\n`).join('');
}

/** `again`: the same decision is asked for once more, without being shown. */
async function obey(answer: string, decision: Decision, walk: Walk): Promise<'again' | 'next'> {
  const { asker, agenda, style } = walk;
  const [first] = decision.findings;
  switch (answer) {
    case 'y':
      return decide(walk, [decision], true);
    case 'n':
      return decide(walk, [decision], false);
    case 'a':
      return decide(walk, agenda.decisions.slice(walk.at), true);
    case 'r':
    case 'R':
      return decide(
        walk,
        alike(walk, (other) => other?.transform === first?.transform),
        answer === 'r',
      );
    case 'f':
    case 'F':
      return decide(
        walk,
        alike(walk, (other) => other?.path === first?.path),
        answer === 'f',
      );
    case 'b':
      if (walk.at === 0) asker.say('This is the first one.\n');
      walk.at = Math.max(0, walk.at - 1);
      return 'next';
    case 'd':
      asker.say(await diffText(changeOf(decision, agenda.all.migration), style));
      return 'again';
    case 'e':
      edit(walk, decision);
      return 'again';
    default:
      asker.say(helpFor(decision.kind));
      return 'again';
  }
}

/** Those from here on that are asked for one by one. */
function alike(
  { agenda, at }: Walk,
  isAlike: (finding: Decision['findings'][number] | undefined) => boolean,
): Decision[] {
  const here = agenda.decisions[at];
  if (here?.kind === 'access') return [here];
  return agenda.decisions
    .slice(at)
    .filter(({ kind, findings: [first] }) => kind !== 'access' && isAlike(first));
}

/** Notes the choice for all of them that have one, and goes on to the first that is open. */
function decide(walk: Walk, decisions: readonly Decision[], isWanted: boolean): 'again' | 'next' {
  const { wanted } = walk.choices;
  const bound = isWanted ? [] : decisions.filter(({ kind }) => kind === 'needed');
  const chosen = decisions.filter((decision) => !bound.includes(decision));
  if (bound.length > 0) {
    const [what, them] = bound.length === 1 ? ['This one', 'it'] : [`${bound.length} of these`, 'them'];
    sayWrapped(
      walk,
      `${what} can't be left out: without ${them} 2.4 does not start, or answers differently. q ends, and nothing is written.`,
    );
  }
  const access = wanted.get(ACCESS_ID);
  for (const { id } of chosen) wanted.set(id, isWanted);
  if (wanted.get(ACCESS_ID) !== access && (access === false || wanted.get(ACCESS_ID) === false)) remake(walk);
  const here = walk.agenda.decisions[walk.at];
  if (here !== undefined && !wanted.has(here.id)) return 'again';
  const open = firstOpen(walk);
  walk.at = decisions.length === 1 ? walk.at + 1 : open;
  return 'next';
}

function firstOpen({ agenda, choices }: Walk): number {
  const at = agenda.decisions.findIndex(({ id }) => !choices.wanted.has(id));
  return at === -1 ? agenda.decisions.length : at;
}

/** With rules that stay other things change than with rules that are rewritten. */
function remake(walk: Walk): void {
  const agenda = agendaOf(walk.make, walk.choices.wanted.get(ACCESS_ID) === false ? 'compat' : 'require');
  if (typeof agenda === 'string') walk.asker.say(`${agenda}\n`);
  else walk.agenda = agenda;
}

function edit(walk: Walk, decision: Decision): void {
  const { asker, make, choices } = walk;
  const [first] = decision.findings;
  if (decision.kind === 'access' || first === undefined) {
    asker.say('The access rules of the tree are one decision: write the result, then edit it.\n');
    return;
  }
  const wanted = new Map(choices.wanted).set(decision.id, true);
  const now = resultOf(make, { wanted, edits: choices.edits });
  if (typeof now === 'string') return asker.say(`${now}\n`);
  const own = changeOf(decision, now.migration).files;
  const pieces = new Set(own.flatMap((file) => file.pieces));
  const file = now.migration.patchSet.files.find(({ path }) => path === own[0]?.path);
  const proposed =
    file === undefined ? null : proposedLines(file, (piece) => piece.type === 'made' && pieces.has(piece));
  if (file === undefined || proposed === null || own.length > 1) {
    return asker.say("Its lines are in several places: they can't be edited here.\n");
  }
  const edited = editByHand(file.newPath, proposed);
  if (edited === null) return asker.say('Not edited.\n');
  if (typeof edited === 'string') return asker.say(`${printable(edited)}\n`);
  const edits = [...choices.edits, edited];
  const result = resultOf(make, { wanted, edits });
  if (typeof result === 'string') return asker.say(`${result}\n`);
  const [refused] = result.migration.refused;
  if (refused !== undefined) {
    return asker.say(`Not taken: with it 2.4 would answer differently. ${printable(refused.message)}\n`);
  }
  if (placedEdits(result, edits) < edits.length)
    return asker.say('Not taken: another change is in these lines.\n');
  walk.choices = { wanted, edits };
  asker.say('Taken as you wrote it. y goes on.\n');
}

async function askToWrite(walk: Walk): Promise<NamedMigration | 'back' | 'quit'> {
  const { make, asker, style, choices } = walk;
  const named = resultOf(make, choices);
  if (typeof named === 'string') {
    asker.say(`${named}\n`);
    return 'quit';
  }
  const { migration } = named;
  if (!hasChanges(migration)) {
    asker.say('Nothing of it is to be written.\n');
    return 'quit';
  }
  asker.say(`\n${renderText({ ...migration, findings: [] }, style)}`);
  const isRefused = migration.refused.length > 0;
  const question = isRefused ? 'Chosen so, nothing can be written. [b,q] ' : 'Write it? [y,n,b,d] ';
  for (;;) {
    const answer = asker.ask(question);
    if (answer === 'b') return 'back';
    if (answer === null || answer === 'n' || answer === 'q') return 'quit';
    if (answer === 'y' && !isRefused) return named;
    if (answer === 'd') asker.say(await diffText(migration.patchSet, style));
  }
}
