import type { SeededRandom } from './seeded-random.ts';

const HOST_LINE = /^\s*(order|allow|deny)\s/i;
const TAG = /^\s*<(\/?)\w+/;

/**
 * A text in which some sections got Require lines in place of their Order, Allow and Deny, as somebody does who translates line by line
 * and stops half way. What comes out means something else than before, and 2.4 takes it.
 */
export function halfConverted(text: string, random: SeededRandom): string {
  const made: string[] = [];
  let isConverting = false;
  let rules: string[] = [];
  const flush = (): void => {
    made.push(...requireLines(rules));
    rules = [];
  };
  for (const line of logicalLines(text)) {
    if (TAG.test(line)) {
      flush();
      isConverting = random.next() < 0.4;
    }
    if (isConverting && HOST_LINE.test(line)) rules.push(line);
    else made.push(line);
  }
  flush();
  return made.join('\n');
}

/** Lines with what continues them. */
function logicalLines(text: string): string[] {
  return text.replace(/\\\r?\n/g, ' ').split('\n');
}

function requireLines(rules: readonly string[]): string[] {
  if (rules.length === 0) return [];
  const words = rules.map((line) => line.trim().split(/\s+/));
  const allowed = words.filter(([name]) => name?.toLowerCase() === 'allow').flatMap((line) => line.slice(2));
  if (allowed.some((word) => /^all$/i.test(word))) return ['Require all granted'];
  const tests = allowed.flatMap(requireLine);
  return tests.length === 0 ? ['Require all denied'] : tests;
}

function requireLine(word: string): string[] {
  if (/^[\d.:a-f]+(?:\/[\d.]+)?$/i.test(word)) return [`Require ip ${word.replace(/\.$/, '')}`];
  const variable = /^env=(!?)(.*)$/i.exec(word);
  if (variable === null) return /^[\w.-]+$/.test(word) ? [`Require host ${word}`] : [];
  return variable[1] === '' ? [`Require env ${variable[2]}`] : [];
}
