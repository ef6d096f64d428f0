import { lowerName } from '../../syntax/index.ts';
import type { Document, Node, Section } from '../../syntax/index.ts';
import { rememberWeakly } from '../../text/index.ts';

/**
 * The tests of a template whose choice has Require lines in the one branch that 2.2 does not know, and Order, Allow or Deny in the other: each
 * branch is for one version, whatever the test asks (`lsbdistcodename == 'trusty'`). With each test whether it holds for 2.4.
 */
export const versionTests: (document: Document) => ReadonlyMap<string, boolean> = rememberWeakly(
  ({ children, tags }) => (tags.length === 0 ? NONE : new Map(testsAmong(children))),
);

const NONE: ReadonlyMap<string, boolean> = new Map();

function testsAmong(nodes: readonly Node[]): [string, boolean][] {
  const sections = nodes.filter(isSection);
  return sections.flatMap((section, at) => [
    ...testsAmong(section.children),
    ...testOf(section, sections[at + 1], sections[at + 2]),
  ]);
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

/** By what says who gets in; null where nothing does, or things of both. */
function versionOf(nodes: readonly Node[]): '2.2' | '2.4' | null {
  const found = new Set(accessVersions(nodes));
  return found.size === 1 ? [...found][0]! : null;
}

const OLD: ReadonlySet<string> = new Set(['order', 'allow', 'deny', 'satisfy']);
const CONTAINERS: ReadonlySet<string> = new Set(['requireall', 'requireany', 'requirenone']);
/** Words behind Require that no module of 2.2 knows. */
const NEW: ReadonlySet<string> = new Set(['all', 'not', 'ip', 'host', 'local', 'expr', 'env', 'method']);

function accessVersions(nodes: readonly Node[]): ('2.2' | '2.4')[] {
  return nodes.flatMap((node): ('2.2' | '2.4')[] => {
    if (isSection(node)) return CONTAINERS.has(lowerName(node)) ? ['2.4'] : accessVersions(node.children);
    if (node.type !== 'directive') return [];
    if (OLD.has(lowerName(node))) return ['2.2'];
    const isNew = lowerName(node) === 'require' && NEW.has(node.args[0]?.value.toLowerCase() ?? '');
    return isNew ? ['2.4'] : [];
  });
}

function isSection(node: Node): node is Section {
  return node.type === 'section';
}
