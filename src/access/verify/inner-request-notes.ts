import { quotedLine } from '../../model/index.ts';
import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import {
  conditionsOf,
  lineAskingWithin,
  linesLeadingOn,
  linesTellingFiles,
} from '../conditions/asked-within.ts';
import { choiceOf } from '../chains/flow.ts';
import { clausesIn, linesAsking, mayTellFile, readCondition } from '../conditions/index.ts';
import type { Clause, PatternTest } from '../conditions/clause.ts';
import { choiceTest, patternTestOf } from '../conditions/clause.ts';
import { withPlainHashes } from '../conditions/condition-text.ts';
import { analysisOf } from '../sections/analysis.ts';
import { indexNames } from '../folders/folder-around.ts';
import { joinComponents } from '../folders/paths.ts';
import type { AccessSection } from '../sections/types.ts';
import { hasModule } from '../request/has-module.ts';
import type { Semantics } from '../states/intended-state.ts';
import { linesOfStoppedWalks } from '../questions/stopped-walks.ts';
import { stricterInside } from '../questions/stricter-inside.ts';
import type { StricterInside } from '../questions/stricter-inside.ts';
import type { TreeNote } from './tree-note.ts';

/**
 * What may become of files that a server asks for within a request (index files, what a rule in a folder leads to): the proof compares
 * what is asked for from outside, and what stands in the way of telling the rest from it is told.
 */
export function innerRequestNotes(before: ServerModel, after: ServerModel, semantics: Semantics): TreeNote[] {
  const kept = keepsAnswers(before, after)
    ? [...askedAgainNotes(before, semantics), ...keptAnswerNotes(after)]
    : [];
  return [...kept, ...askedWithinNotes(after), ...stoppedWalkNotes(after)];
}

/**
 * 2.4 keeps the answer of what was asked for where the same sections apply, unless a module is loaded that may answer differently for each address
 * (`ap_setup_auth_internal`, server/request.c).
 */
function keepsAnswers(before: ServerModel, after: ServerModel): boolean {
  const reading = { model: after, version: '2.4' } as const;
  return before.kind === 'server' && !hasModule(reading, 'allowmethods');
}

/** Rules by which 2.2 may refuse an index file whose folder it let in. */
function askedAgainNotes(before: ServerModel, semantics: Semantics): TreeNote[] {
  const found = stricterInside(before, semantics);
  if (found === null) return [];
  const message = `of the index file of a folder 2.2 asked ${ASKED_AGAIN[found.by]}, and 2.4 does so only ${WITH_MODULE}: somebody may get it whom the ${found.by === 'file' ? 'line' : 'section'} kept out`;
  return [undecided(found.place, message)];
}

const ASKED_AGAIN: Readonly<Record<StricterInside['by'], string>> = {
  method: 'the rules for GET when a folder is asked for by another method',
  variable:
    '(or of what a page includes, or a rule in a folder or a program leads to) the rules once more, with the variables that are set by then',
  file: 'this line once more, with the name or the owner of that file',
};

const WITH_MODULE = 'with a module like allowmethods_module loaded';

/** Expressions that may tell a file from the one that was asked for, where no section does. */
function keptAnswerNotes(after: ServerModel): TreeNote[] {
  const [leading] = linesLeadingOn(after);
  const names = hasModule({ model: after, version: '2.4' }, 'dir') ? indexNames(after) : [];
  if (leading === undefined && names.length === 0) return [];
  const bySections = new Set(analysisOf(after).allSections.map(testOfSection));
  const tells = (test: PatternTest): boolean =>
    !bySections.has(keyOf(test)) && (leading !== undefined || mayTellFile(test, names));
  const [line] = linesAsking(after, (condition) =>
    clausesIn(readCondition(condition.replace(/^(?:not )?expr /i, ''))).some(
      (clause) => clause.kind === 'pattern' && tells(clause.test),
    ),
  );
  if (line === undefined) return [];
  const what =
    leading === undefined ? 'the index file of a folder' : `what \`${quotedLine(leading)}\` leads to`;
  const message = `2.4 asks this expression of what was asked for, and of ${what} only ${WITH_MODULE}, or where another section applies: who gets that can't be told`;
  return [undecided(line, message)];
}

/** As an expression would ask whether the section applies. */
function testOfSection(section: AccessSection): string | null {
  const test = patternOfSection(section);
  return test && keyOf(test);
}

function patternOfSection(section: AccessSection): PatternTest | null {
  const { matcher } = section;
  const testOf = (kind: Clause['kind'], text: string) => patternTestOf({ kind, text, isTrue: true });
  switch (matcher.type) {
    case 'directory':
    case 'htaccess':
      return testOf('below', joinComponents(matcher.path));
    case 'files':
      return testOf('named', matcher.name);
    case 'location':
      return testOf('addressed', joinComponents(matcher.path));
    default:
      return choiceTest(choiceOf({ section, side: 'after' }));
  }
}

function keyOf({ variable, pattern }: PatternTest): string {
  return `${variable} ${withPlainHashes(pattern)}`;
}

function askedWithinNotes(after: ServerModel): TreeNote[] {
  const lines = linesTellingFiles(after);
  const [telling] = lines;
  const asking = telling === undefined ? null : lineAskingWithin(after, conditionsOf(lines));
  if (telling === undefined || asking === null) return [];
  const message = `this expression tells by the file that was asked for whether a <Directory> meets it, and \`${quotedLine(asking)}\` makes the server ask for another file within a request: who gets that one can't be told`;
  return [undecided(telling, message)];
}

function stoppedWalkNotes(after: ServerModel): TreeNote[] {
  const message =
    "this expression takes a <Directory> with a wildcard to meet files, too, and Options FollowSymLinks may be off there: who gets them can't be told";
  return linesOfStoppedWalks(after)
    .slice(0, 1)
    .map((line) => undecided(line, message));
}

function undecided(place: Occurrence | Scope, message: string): TreeNote {
  return { code: 'undecided', level: 'difference', message, place };
}
