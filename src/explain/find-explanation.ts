import { directive22, directive24 } from '../catalog/index.ts';
import { general } from './entries/general.ts';
import { explanations } from './entries/index.ts';
import type { Explanation, MessageShape } from './types.ts';

/** An explanation that a line led to, and what the line is about. */
export interface ExplainedLine {
  readonly explanation: Explanation;
  /** It says only that something is wrong: what the line is about says more. */
  readonly isGeneral: boolean;
  readonly directive: string | null;
  readonly module: string | null;
}

/** The explanation of that id, or null. */
export function explanationNamed(id: string): Explanation | null {
  return explanations.find((explanation) => explanation.id === id) ?? null;
}

/** Those that speak of a row of the upgrade guide, the one named for it first. */
export function explanationsOfRow(row: string): readonly Explanation[] {
  const found = explanations.filter(({ rows }) => rows.includes(row));
  return found.toSorted((one, other) => Number(other.id === row) - Number(one.id === row));
}

/** Those that say something about a directive (any case). */
export function explanationsOfDirective(name: string): readonly Explanation[] {
  const wanted = name.toLowerCase();
  return explanations.filter(({ directives }) => directives.some((each) => each.toLowerCase() === wanted));
}

/**
 * The explanation of a line of an error log or of what the server prints, or of words that tell a symptom: the first whose
 * number or message the line has. Words count only where there is no number, since paths and addresses have words, too.
 */
export function explanationOfLine(line: string): ExplainedLine | null {
  return findBy(line, (explanation) => matchMessage(line, explanation)) ?? explanationOfSymptom(line);
}

const CODE = /\bAH\d{5}\b/gi;

/** Whether it is what people say: lines of programs, with their numbers, brackets, colons and paths, have such words by chance. */
export function isPhrase(line: string): boolean {
  return line.search(CODE) === -1 && !/[[:]|(?:^|\s)\//.test(line);
}

function explanationOfSymptom(line: string): ExplainedLine | null {
  if (!isPhrase(line)) return null;
  return findBy(line, ({ words }) => matchShapes(line, words));
}

type Groups = Readonly<Record<string, string>>;

function findBy(line: string, match: (explanation: Explanation) => Groups | null): ExplainedLine | null {
  for (const explanation of explanations) {
    const groups = match(explanation);
    if (groups === null) continue;
    const { directive = refusedDirective(line), module = null } = groups;
    // Of a directive that must not stand there the place is what matters, not the directive.
    const isGeneral = general.includes(explanation) && explanation.id !== 'msg-not-allowed-here';
    return { explanation, isGeneral, directive, module };
  }
  return null;
}

const REFUSED =
  /\bSyntax error on line \d+ of .*?: (\w+)(?::| takes | accepts | must be On| only used | can ?not )/i;

/** The directive that a server found at fault, where its message begins with it (ap_build_config_sub and many modules). */
function refusedDirective(line: string): string | null {
  const name = REFUSED.exec(line)?.[1] ?? '';
  return directive22(name) === null && directive24(name) === null ? null : name;
}

function matchMessage(line: string, { codes, messages }: Explanation): Groups | null {
  const groups = matchShapes(line, messages);
  if (groups !== null) return groups;
  const hasCode = (line.match(CODE) ?? []).some((code) => codes.includes(code.toUpperCase()));
  return hasCode ? {} : null;
}

function matchShapes(line: string, shapes: readonly MessageShape[]): Groups | null {
  for (const { pattern } of shapes) {
    const match = pattern.exec(line);
    if (match !== null) return match.groups ?? {};
  }
  return null;
}
