import { AUTHORITATIVE, HOST_AND_SATISFY } from '../sections/access-directives.ts';
import { writtenGuards } from '../sections/either-values.ts';
import type { AccessLine, AccessSection } from '../sections/types.ts';
import { isContainer } from '../sections/types.ts';
import type { Guard } from '../../model/index.ts';
import type { Node } from '../../syntax/index.ts';
import { endsInTrimmingTag, lastAssignment } from '../../syntax/index.ts';
import type { Context22 } from '../policy/index.ts';
import { evaluateString, isExpression, isKnownProvider, parseRequire } from '../policy/index.ts';
import { requireText } from '../sections/require-text.ts';
import type { Version } from '../sections/worlds.ts';
import { canBeLive } from '../sections/worlds.ts';
import type { Candidate } from './candidate.ts';
import type { Unit } from './units.ts';
import { flatMap } from '../../text/index.ts';

/** Whether a 2.4 server would read a line that it doesn't know, or only through mod_access_compat. */
export function hasOldLines(unit: Unit, lines: LinesThatGo): boolean {
  const hasOld = unit.sections.some((section) => liveOn24(section).some(({ name }) => isOldName(name)));
  return hasOld || hasRefusedRequire(unit, lines);
}

/** Which Require lines can't stay, besides those that 2.4 does not take. */
interface LinesThatGo {
  /** The server before the migration. */
  readonly readBy: Version;
  /** Whether a module that nothing is known of may serve other words. */
  readonly servesForeign: boolean;
  /** What served the lines before. */
  readonly context: Pick<Context22, 'authzModules'>;
  /** Lines of included files that go for another section that reads them. */
  readonly leaving: ReadonlySet<Node>;
}

/** Whether one of the Require lines cannot stay as it is. */
export function hasRefusedRequire({ sections }: Unit, going: LinesThatGo): boolean {
  const isRefused = (line: AccessLine): boolean =>
    isRefusedRequire(line, going) || going.leaving.has(line.occurrence.node);
  return sections.some((section) => {
    const lines = liveOn24(section);
    return lines.some(isRefused) || (hasOnlyDbmGroups(lines) && lines.some(isGroupRequire));
  });
}

/** 2.4 asks mod_authz_groupfile for `Require group`, which may not be loaded (row authz-dbm-group). */
function hasOnlyDbmGroups(lines: readonly AccessLine[]): boolean {
  const has = (wanted: string): boolean => lines.some(({ name }) => name === wanted);
  return has('authdbmgroupfile') && !has('authgroupfile');
}

function isGroupRequire(line: AccessLine): boolean {
  return line.name === 'require' && /^(?:file-)?group$/.test(line.args[0] ?? '');
}

function isRefusedRequire(line: AccessLine, going: LinesThatGo): boolean {
  if (line.name !== 'require') return false;
  const word = line.args[0] ?? '';
  if (isRefusedWord(word, going.servesForeign)) return true;
  return going.readBy === '2.2' && (isUnservedByLdap(word, going) || becomesExpression(line));
}

/**
 * A dead line of a 2.2 without mod_authnz_ldap. 2.4 would need that module to start with the line, and `<IfModule mod_authnz_ldap.c>` would come
 * alive with it.
 */
function isUnservedByLdap(word: string, { context }: LinesThatGo): boolean {
  return word.startsWith('ldap-') && !context.authzModules.includes('ldap');
}

/** `Require user %{x}`: a name in 2.2. 2.4 does not start with an expression that it can't read, whether or not the line is ever asked. */
function becomesExpression({ occurrence }: AccessLine): boolean {
  const leaf = parseRequire(requireText(occurrence));
  return 'provider' in leaf && isExpression(leaf.provider) && evaluateString(leaf.args) === null;
}

/**
 * 2.4 doesn't start with a word of Require that no provider has, nor with none (ap_lookup_provider, mod_authz_core.c), and
 * compares with regard to case: `Require User`. A module of a third party may have the word in 2.4, too.
 */
export function isRefusedWord(word: string, servesForeign: boolean): boolean {
  if (isKnownProvider(word)) return false;
  return word === '' || !servesForeign || isKnownProvider(word.toLowerCase());
}

/** The lines that go when the candidate is written. */
export function linesToRemove({ sections }: Pick<Unit, 'sections'>, candidate: Candidate): AccessLine[] {
  if (candidate.type === 'split') return linesToRemove({ sections }, candidate.rest);
  if (candidate.type === 'untouched') return [];
  const keepsRequire =
    candidate.type === 'keep' || (candidate.type === 'in-place' && candidate.users.length === 0);
  const gone = (name: string): boolean => isOldName(name) || (REQUIRE_NAMES.has(name) && !keepsRequire);
  return flatMap(sections, (section) => liveOn24(section).filter(({ name }) => gone(name)));
}

/** The Require lines that go for one unit and would stay for another: of files that both include. */
export function disputedLines(
  units: readonly { readonly sections: readonly AccessSection[]; readonly remove: readonly AccessLine[] }[],
): Node[] {
  const included = includedLines(units);
  if (included.size === 0) return [];
  const gone = new Set(
    flatMap(units, ({ remove }) =>
      flatMap(remove, ({ name, occurrence: { node } }) =>
        REQUIRE_NAMES.has(name) && included.has(node) ? [node] : [],
      ),
    ),
  );
  if (gone.size === 0) return [];
  return flatMap(units, ({ sections, remove }) => {
    const own = new Set(remove.map(({ occurrence }) => occurrence.node));
    const stays = ({ name, occurrence: { node } }: AccessLine): boolean =>
      REQUIRE_NAMES.has(name) && gone.has(node) && !own.has(node);
    return flatMap(sections, (section) => liveOn24(section).filter(stays)).map(
      ({ occurrence }) => occurrence.node,
    );
  });
}

/** The lines that more than one of these units may have: those of files that are included inside of a section. All others are of the unit of their section. */
function includedLines(units: readonly Pick<Unit, 'sections'>[]): ReadonlySet<Node> {
  const found = new Set<Node>();
  const add = ({ scope, entries }: AccessSection): void => {
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i]!;
      if (isContainer(entry) || entry.occurrence.file === scope.file) continue;
      found.add(entry.occurrence.node);
    }
  };
  for (const { sections } of units) sections.forEach(add);
  return found;
}

/** What a new text says itself. */
const REQUIRE_NAMES: ReadonlySet<string> = new Set(['require', 'authmerging']);

/** The line in whose place new lines are written: the first host rule, else the first line that goes; none before a tag that gives names their values. */
export function anchorLine(lines: readonly AccessLine[]): AccessLine | undefined {
  const first = lines.find(({ name }) => isHostName(name)) ?? lines[0];
  return first && (firstBehindAssignments(first, lines) ?? first);
}

function firstBehindAssignments(first: AccessLine, lines: readonly AccessLine[]): AccessLine | undefined {
  const { file, node } = first.occurrence;
  const { source, tags } = file.document;
  if (tags.length === 0) return undefined;
  const around = writtenGuards(first.guards);
  const beside = lines.filter((line) => line.occurrence.file === file && standsIn(around, line));
  const end = beside.at(-1)?.occurrence.node.span.start ?? source.text.length;
  const assigned = lastAssignment(source.text, tags, { start: node.span.end, end });
  return assigned && beside.find(({ occurrence }) => occurrence.node.span.start > assigned.span.start);
}

/** Whether these are the guards around the line. */
export function standsIn(around: readonly Guard[], { guards }: AccessLine): boolean {
  const own = writtenGuards(guards);
  return own.length === around.length && own.every(({ node }, i) => node === around[i]?.node);
}

/** The guards that new lines of the section stand in: those of the line whose place they take. */
export function guardsOfText(section: AccessSection): readonly Guard[] {
  const old = liveOn24(section).filter(({ name }) => isOldName(name) || name === 'require');
  return writtenGuards(anchorLine(old)?.guards ?? []);
}

/** The lines of the section that only 2.2 knows. */
export function authoritativeLines(section: AccessSection): AccessLine[] {
  return liveOn24(section).filter(({ name }) => AUTHORITATIVE.has(name));
}

function isOldName(name: string): boolean {
  return HOST_AND_SATISFY.has(name) || AUTHORITATIVE.has(name);
}

function isHostName(name: string): boolean {
  return HOST_AND_SATISFY.has(name) && name !== 'satisfy';
}

/** The lines that a 2.4 server reads, or may read. */
export function liveOn24({ entries }: AccessSection): readonly AccessLine[] {
  return entries.every(isLineOn24) ? entries : entries.filter(isLineOn24);
}

function isLineOn24(entry: AccessSection['entries'][number]): entry is AccessLine {
  return !isContainer(entry) && canBeLive(entry.guards, '2.4');
}

const RULE = /^\s*(?:Require|Allow|Deny)\b/;

/** Lines of which none is joined to the next one by what a template engine trims. */
export function partedLines(lines: readonly string[]): string[] {
  // `%}` where Jinja2 trims blocks, as Ansible has it.
  const mayTrim = (line: string): boolean => line.endsWith('%}') || endsInTrimmingTag(line);
  return flatMap(lines, (line) => (mayTrim(line) && RULE.test(line) ? [line, ''] : [line]));
}
