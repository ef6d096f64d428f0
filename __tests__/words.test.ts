import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

// Messages, explanations, help, documents and comments are read in a hurry. These phrases have to be read twice, or are
// no terms of the field; each with what is written instead. Tests and data that were written by others are not looked at.

const ROOT = join(import.meta.dirname, '..');

const BANNED: readonly (readonly [RegExp, string])[] = [
  [/\bh[au]ngs? on\b|\bhung on\b/i, 'depends on'],
  [/\b(?:of|by|from) (?:another|other) makers?\b|\bother makers'/i, 'third-party'],
  [/\botherwise than\b/i, 'differently than, unlike'],
  [/\b(?:answers?|answered) otherwise\b/i, 'differently'],
  [/\b(?:holds?|held) against\b/i, 'compare with, match against'],
  [/\bgood credentials\b(?!, and whose)/i, 'logged in'],
  [/\b(?:have|has|had) a say\b/i, 'count, affect'],
  [/\bwithout a word\b/i, 'silently; without an argument'],
  [/\b[Nn]othing says [A-Z`]/, 'X is not set'],
  [/\bwhat reads this must\b/i, 'the server that includes this file needs'],
  [/\bno exact tree\b|\bone arrival\b/i, 'what is so on the server'],
  [/\bof the last twenty years\b|\bas every browser does\b/i, 'a fact with its source'],
  [/\bbrought to (?:its|the) end\b/i, 'finished'],
  [/\bcould not lay\b/i, "can't write"],
  [/\bas their authors? means?\b|\bas the authors of such\b/i, 'what the section is meant for'],
  [/\bchange places\b/i, 'one may come for the other'],
  [/\bis of a module of\b/i, 'belongs to'],
  [/\bcan not\b(?! only)/i, "can't"],
  [/\bha(?:s|ve) no longer\b/i, 'is gone, no longer has'],
  [/\bbelongs? into\b/i, 'belongs in'],
  [/\bone and the same\b/i, 'the same'],
  [/\bshall\b/i, 'should, has to'],
  [/\bis told from\b/i, 'is taken from, is shown by'],
  [/\bin silence\b/i, 'silently'],
  [/\bpasses over\b/i, 'ignores'],
  [/\b(?:names?|comments?) behind\b/i, 'after'],
  [/\bstub, refused\b|\bdrop the line\b|\bmodule gone\b/i, 'a sentence'],
  [/\bNothing was changed\b/, 'Nothing is changed'],
  [/'lay (?:the|its)\b|, and lay what\b/, 'write'],
  [/\bclear(?:s|ed)? up behind\b/, 'clean up after'],
  [/\bin this moment\b/, 'has just been'],
  [/\bstrikes? off\b/i, 'settle'],
  [/\btaken for granted\b/i, 'assumed'],
  [/\bof what follows is so\b/, 'holds'],
  [/\bmeet in so many ways\b|\bmore ways than can be\b/, 'there are too many combinations'],
  [/\bled to any more\b/, 'no address leads to it any more'],
  [/\blist of texts\b|\bobject of texts\b|\bmust be a text\b/, 'strings'],
  [/\bis configuration of it\b/, 'its configuration'],
  [/\bcompletes all this\b/, 'completion'],
  [/\bno run is known that\b/, 'no known run has'],
  [/\bWritten besides\b|\bWritten, and worth\b/, 'Changes worth knowing'],
  [/\bwhat stands around\b/, 'what is around'],
  // Of a keyboard, as everywhere else: a terminal in the C locale shows no others.
  [/(?<!examples: \[[^\]]*)\w\u2019(?=\w)/, "'"],
  [/, for (?:they|it|these|those) (?:do|does|did|would|could)\b/, 'since, because'],
];

const SHOWN = /^(?:transforms|src)\/.*\.ts$|^docs\/.*\.md$|^(?:README|ARCHITECTURE)\.md$/;
const QUOTED = /^src\/(?:catalog\/data|access\/commands)\//;

test('no phrase that was put right comes back', () => {
  const names = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const found = names
    .split('\n')
    .filter((name) => SHOWN.test(name) && !QUOTED.test(name))
    .flatMap((name) => phrasesIn(name, readFileSync(join(ROOT, name), 'utf8')));
  expect(found).toEqual([]);
});

test('a phrase is found across the end of a line, too', () => {
  expect(phrasesIn('x', 'what hangs\n   * on it')).toHaveLength(1);
  expect(phrasesIn('x', 'what depends on it')).toEqual([]);
});

/** What data and functions are called says what they are: verbs of telling and moods say nothing. */
const VAGUE = /^(?:said|unsaid|told|untold|retold|standings?|outlook|calm)$/;

test('no name is one of telling', () => {
  const names = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'transforms'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const found = names
    .split('\n')
    .filter((name) => name.endsWith('.ts') && !QUOTED.test(name))
    .flatMap((name) => vagueNames(readFileSync(join(ROOT, name), 'utf8')).map((each) => `${name}: ${each}`));
  expect(found).toEqual([]);
  expect(vagueNames('const SAID_TO_22 = 1;\nfunction toldOf(standing: number) {}')).toEqual([
    'SAID_TO_22',
    'toldOf',
    'standing',
  ]);
});

/** The names that a text declares: by a word in front, or with a type behind. */
function vagueNames(text: string): string[] {
  const declared =
    /\b(?:const|let|function|interface|type|class|readonly)\s+(\w+)|[(,]\s*(\w+)\??: (?=[\w{(])/g;
  return [...text.matchAll(declared)]
    .map(([, byWord, byType]) => byWord ?? byType ?? '')
    .filter((name) => name.split(/(?<=[a-z])(?=[A-Z])|_/).some((word) => VAGUE.test(word.toLowerCase())));
}

function phrasesIn(name: string, text: string): string[] {
  const flat = text.replace(/\s*\n\s*(?:\/\/|\*)?\s*/g, ' ');
  return BANNED.flatMap(([phrase, instead]) => {
    const [found] = phrase.exec(flat) ?? [];
    return found === undefined ? [] : [`${name}: "${found}" (write: ${instead})`];
  });
}
