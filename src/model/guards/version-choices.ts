import { lowerName } from '../../syntax/index.ts';
import type { Document, Node, Section, TemplateQuestion } from '../../syntax/index.ts';
import { rememberWeakly } from '../../text/index.ts';
import type { Occurrence } from '../types.ts';

/**
 * The tests of a template that ask for the version, whatever they ask (`lsbdistcodename == 'trusty'`): Require lines that 2.2 does not know are
 * in the one branch, and Order, Allow or Deny in the other, or in another choice that asks the opposite. With each test whether it holds for 2.4.
 */
export const versionTests: (document: Document) => ReadonlyMap<string, boolean> = rememberWeakly(
  ({ children, tags }) => (tags.length === 0 ? NONE : new Map(testsAmong(children))),
);

const NONE: ReadonlyMap<string, boolean> = new Map();

function testsAmong(nodes: readonly Node[]): [string, boolean][] {
  const sections = nodes.filter(isSection);
  const lone = sections.flatMap((section, at) => loneBranch(section, sections[at + 1]));
  return [
    ...sections.flatMap((section, at) => [
      ...testsAmong(section.children),
      ...testOf(section, sections[at + 1], sections[at + 2]),
    ]),
    ...lone.flatMap((one, at) => lone.slice(at + 1).flatMap((other) => oppositeTests(one, other))),
  ];
}

/** Of a choice with two branches. */
function testOf(
  first: Section,
  second: Section | undefined,
  third: Section | undefined,
): [string, boolean][] {
  const { template } = first;
  if (template?.kind !== 'if' || template.isFurther || third?.template?.isFurther === true) return [];
  const isElse = second?.template?.isFurther === true && second.template.test === template.test;
  if (second === undefined || !isElse) return [];
  const [one, other] = [versionOf(first.children), versionOf(second.children)];
  if (one === null || other === null || one === other) return [];
  return [[template.test, (one === '2.4') !== template.isNegated]];
}

interface LoneBranch {
  readonly question: TemplateQuestion;
  readonly version: '2.2' | '2.4';
}

/** A choice with no other branch, or a section of Mustache, whose rules are of one version. */
function loneBranch({ template, children }: Section, next: Section | undefined): LoneBranch[] {
  if (template === undefined || template.isFurther || next?.template?.isFurther === true) return [];
  const isChoice = template.kind === 'if' || template.asker.tag.startsWith('{{');
  const version = isChoice ? versionOf(children) : null;
  return version === null ? [] : [{ question: template, version }];
}

/** `{% if x < 7 %}` and `{% if x >= 7 %}`, `{{#x}}` and `{{^x}}`. */
function oppositeTests(one: LoneBranch, other: LoneBranch): [string, boolean][] {
  if (one.version === other.version || !areOpposite(one.question, other.question)) return [];
  return [one, other].map(({ question, version }) => [
    question.test,
    (version === '2.4') !== question.isNegated,
  ]);
}

function areOpposite(one: TemplateQuestion, other: TemplateQuestion): boolean {
  if (one.isNegated !== other.isNegated) return one.test === other.test;
  return oppositeTest(one.test) === other.test;
}

const OPERATOR = /[<>]=?|[=!]=|(?<=['"])(?:[lg][te]|eq|ne)(?=['"])/g;
const OPPOSITES: Readonly<Record<string, string>> = {
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  '==': '!=',
  '!=': '==',
  lt: 'ge',
  ge: 'lt',
  gt: 'le',
  le: 'gt',
  eq: 'ne',
  ne: 'eq',
};

/** Of a test that compares once. */
function oppositeTest(test: string): string | null {
  return test.match(OPERATOR)?.length === 1 ? test.replace(OPERATOR, (sign) => OPPOSITES[sign]!) : null;
}

/** By what says who gets in; null where nothing does, or things of both. */
function versionOf(nodes: readonly Node[]): '2.2' | '2.4' | null {
  const found = new Set(accessVersions(nodes));
  return found.size === 1 ? [...found][0]! : null;
}

/** Whether something among them says who gets in, in either version. */
export function hasAccessRules(nodes: readonly Node[]): boolean {
  return accessVersions(nodes).length > 0;
}

const OLD: ReadonlySet<string> = new Set(['order', 'allow', 'deny', 'satisfy']);
/** First words of Require that no module of 2.2 serves. */
const NEW: ReadonlySet<string> = new Set(['all', 'env', 'expr', 'host', 'ip', 'local', 'method', 'not']);

const CONTAINERS: ReadonlySet<string> = new Set(['requireall', 'requireany', 'requirenone']);

/** Whether a section of that name (lower case) joins Require lines, as 2.4 alone has them. */
export function isRequireContainer(name: string): boolean {
  return CONTAINERS.has(name);
}

/** A Require line with a word that 2.2 knows none of. */
export function isRequireOf24({ name, args: [word = ''] }: Pick<Occurrence, 'name' | 'args'>): boolean {
  return name === 'require' && NEW.has(word.toLowerCase());
}

function accessVersions(nodes: readonly Node[]): ('2.2' | '2.4')[] {
  return nodes.flatMap((node): ('2.2' | '2.4')[] => {
    if (isSection(node)) return CONTAINERS.has(lowerName(node)) ? ['2.4'] : accessVersions(node.children);
    if (node.type !== 'directive') return [];
    if (OLD.has(lowerName(node))) return ['2.2'];
    const args = node.args.map(({ value }) => value);
    return isRequireOf24({ name: lowerName(node), args }) ? ['2.4'] : [];
  });
}

function isSection(node: Node): node is Section {
  return node.type === 'section';
}
