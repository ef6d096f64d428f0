import type { ConditionedLine, Guard, Occurrence, Scope, ServerModel } from '../../model/index.ts';
import {
  lineText,
  linesNamed,
  nameAsked,
  rootScopes,
  walkOccurrences,
  withConditions,
  withoutNewVariables,
} from '../../model/index.ts';
import { groupBy, inPart } from '../../text/index.ts';
import { readFlags } from '../conditions/host-flags.ts';
import { originalPath } from '../hosts/edited-tree.ts';
import { analysisOf } from '../sections/analysis.ts';
import { guardsAround } from '../unread/new-branches.ts';
import { SETENVIF_DIRECTIVES } from '../request/environment.ts';
import { variablesAsked, variablesRead, variablesSet } from '../sections/variables.ts';
import type { Version } from '../sections/worlds.ts';
import { canBeLive } from '../sections/worlds.ts';
import type { HostMatch } from './match-hosts.ts';
import { hostNumbers } from './match-hosts.ts';
import type { TreeNote } from './tree-note.ts';

/** A line that sets or takes away a variable that rules ask for. */
interface Setter {
  /** Where: the same in both trees for what is compared. */
  readonly place: string;
  readonly text: string;
  readonly line: Occurrence;
}

/**
 * Variables are taken to be set for the same requests on both servers: where the lines that set them differ, that is said. Only those
 * that some rule asks for count, and those that they are made of.
 */
export function variableNotes(before: ServerModel, after: ServerModel, hosts: HostMatch): TreeNote[] {
  const asked = new Set([before, after].flatMap(askedIn));
  const flags = readFlags(after).all;
  for (const flag of flags) asked.delete(flag);
  if (asked.size === 0) return [];
  const numberOf = hostNumbers(before.virtualHosts);
  const placeOf = (server: Scope) => String(numberOf(hosts.beforeOf.get(server) ?? server));
  const old = settersOf(before, '2.2', asked, placeOf);
  const made = settersOf(after, '2.4', asked, placeOf);
  return [
    ...missing(old, made, 'is not in AFTER, or in another order'),
    ...missing(made, old, 'is not in BEFORE'),
  ];
}

/** A line that one version reads and the other does not, which sets a variable that rules ask for. */
export interface OneVersionSetter {
  readonly line: Occurrence;
  readonly text: string;
  readonly readBy: Version;
}

/** Within one tree that both versions read: the lines for whose sake a variable is set on one of them only. */
export function oneVersionSetters(model: ServerModel): OneVersionSetter[] {
  if (linesNamed(model, isOfSetters, (line) => !isReadAlike(line)).length === 0) return [];
  const asked = new Set(askedIn(model));
  if (asked.size === 0) return [];
  const numberOf = hostNumbers(model.virtualHosts);
  const placeOf = (server: Scope) => String(numberOf(server));
  const of22 = settersOf(model, '2.2', asked, placeOf);
  const of24 = settersOf(model, '2.4', asked, placeOf);
  return [
    ...unmatched(of22, of24).map(({ line, text }) => ({ line, text, readBy: '2.2' as const })),
    ...unmatched(of24, of22).map(({ line, text }) => ({ line, text, readBy: '2.4' as const })),
  ];
}

/**
 * Those of a migrated tree. A guard that asks for a module which the migration took away is asked as it stood in the tree before.
 */
export function oneVersionSettersBetween(before: ServerModel, after: ServerModel): OneVersionSetter[] {
  const left = oneVersionSetters(after);
  const of24 = oneVersionSetters(before).filter(({ readBy }) => readBy === '2.4');
  if (of24.length === 0) return left;
  const readNow = new Set(linesNamed(after, isOfSetters, (line) => isReadBy(line, '2.4')).map(keyIn));
  const gained = of24.filter(({ line }) => readNow.has(keyIn(line)));
  const known = new Set(left.map(({ line }) => keyIn(line)));
  return [...left, ...gained.filter(({ line }) => !known.has(keyIn(line)))];
}

function keyIn(line: Occurrence): string {
  return `${originalPath(line.file)} ${lineText(line)}`;
}

function missing(setters: readonly Setter[], others: readonly Setter[], what: string): TreeNote[] {
  return unmatched(setters, others).map(({ text, line }) => {
    const message = `${inPart(text)} ${what}: rules ask for what it sets, and the variable was taken to be set for the same requests`;
    return { code: 'variable-set', level: 'difference', message, place: line };
  });
}

/** Those that have no like among the others, in the same order. */
function unmatched(setters: readonly Setter[], others: readonly Setter[]): Setter[] {
  const keyOf = ({ place, text }: Setter): string => `${place} ${text}`;
  // The next of each key is the last of its list.
  const left = groupBy([...others.keys()].toReversed(), (at) => keyOf(others[at]!));
  let start = 0;
  return setters.filter((setter) => {
    const places = left.get(keyOf(setter)) ?? [];
    let at = places.pop();
    // Those before the last like are passed over: the order counts.
    while (at !== undefined && at < start) at = places.pop();
    if (at !== undefined) start = at + 1;
    return at === undefined;
  });
}

function askedIn(model: ServerModel): string[] {
  return analysisOf(model).allSections.flatMap(variablesAsked);
}

function settersOf(
  model: ServerModel,
  version: Version,
  asked: ReadonlySet<string>,
  placeOf: (server: Scope) => string,
): Setter[] {
  const lines = rootScopes(model).flatMap((scope) =>
    withConditions(
      withoutTwins(
        [...walkOccurrences(scope)].filter((line) => isOfSetters(line.name) && isReadBy(line, version)),
      ),
    ),
  );
  const wanted = withSources(lines, asked);
  return lines
    .filter(({ line }) => setsAny(line, wanted))
    .map(({ line, conditions }) => ({
      line,
      place: `${placeOf(line.scope.server)} ${line.scope.kind} ${rewriteEngine(line)}`,
      text: textRead([...conditions, line].map(lineText).join('; '), version),
    }));
}

/** Of a line that stands in a guard and, as the next, in its opposite, the first: which of them is read does not count. */
function withoutTwins(lines: readonly Occurrence[]): readonly Occurrence[] {
  return lines.filter((line, at) => {
    const before = lines[at - 1];
    return before === undefined || !isTwin(before, line);
  });
}

function isTwin(one: Occurrence, other: Occurrence): boolean {
  if (one.scope !== other.scope || !SETENVIF_DIRECTIVES.some((each) => each === one.name)) return false;
  if (lineText(one) !== lineText(other)) return false;
  const [guards, others] = [guardsAround(one), guardsAround(other)];
  const [last, opposite] = [guards.at(-1), others.at(-1)];
  if (last === undefined || opposite === undefined || guards.length !== others.length) return false;
  const isSameAround = guards.slice(0, -1).every(({ node }, at) => node === others[at]!.node);
  return isSameAround && isOpposite(last, opposite);
}

function isOpposite(one: Guard, other: Guard): boolean {
  const isPair = one.kind === other.kind && nameAsked(one) === nameAsked(other) && one.test !== other.test;
  return isPair && (one.kind === 'ifmodule' || one.kind === 'ifdefine');
}

/** Without the variables that the version does not know. */
function textRead(text: string, version: Version): string {
  return version === '2.2' ? withoutNewVariables(text) : text;
}

/** Whether both versions may read it, or neither. */
function isReadAlike(line: Occurrence): boolean {
  // All guards around it hold, for either.
  if (line.on22 === 'yes' && line.on24 === 'yes') return true;
  return isReadBy(line, '2.2') === isReadBy(line, '2.4');
}

function isReadBy(line: Occurrence, version: Version): boolean {
  return canBeLive(guardsAround(line), version);
}

function isOfSetters(name: string): boolean {
  return (
    name === 'rewritecond' || name === 'rewriterule' || SETENVIF_DIRECTIVES.some((each) => each === name)
  );
}

/** Whether a RewriteRule is looked at where it stands: On or Off, as it is written; '' for other lines. */
function rewriteEngine({ name, scope }: Occurrence): string {
  if (name !== 'rewriterule') return '';
  const line = scope.items.findLast((item) => item.type === 'occurrence' && item.name === 'rewriteengine');
  return line?.args[0]?.toLowerCase() ?? '';
}

/** A variable may be made of another: `SetEnvIf a 1 b`, `RewriteCond %{ENV:a} 1`. */
function withSources(lines: readonly ConditionedLine[], asked: ReadonlySet<string>): ReadonlySet<string> {
  const wanted = new Set(asked);
  for (let size = -1; size !== wanted.size;) {
    size = wanted.size;
    for (const each of lines) {
      if (setsAny(each.line, wanted)) for (const source of sourcesOf(each)) wanted.add(source.toLowerCase());
    }
  }
  return wanted;
}

function sourcesOf({ line, conditions }: ConditionedLine): string[] {
  if (/^setenvif(?:nocase)?$/.test(line.name)) return line.args.slice(0, 1);
  return variablesRead([line, ...conditions].map(lineText).join(' '));
}

function setsAny(line: Occurrence, wanted: ReadonlySet<string>): boolean {
  return variablesSet(line).some((name) => wanted.has(name.toLowerCase()));
}
