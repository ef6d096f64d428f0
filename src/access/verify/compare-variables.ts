import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { walkOccurrences } from '../../model/index.ts';
import { readFlags } from '../host-flags.ts';
import { guardsOfScope, readAllSections } from '../read-sections.ts';
import { requireText } from '../require-text.ts';
import { SETENVIF_DIRECTIVES } from '../request/environment.ts';
import type { AccessContainer, AccessLine } from '../sections.ts';
import { isContainer } from '../sections.ts';
import type { Version } from '../worlds.ts';
import { canBeLive } from '../worlds.ts';
import type { HostMatch } from './match-hosts.ts';
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
  const asked = new Set([...variablesAsked(before), ...variablesAsked(after)]);
  const flags = readFlags(after).all;
  for (const flag of flags) asked.delete(flag.toLowerCase());
  if (asked.size === 0) return [];
  const placeOf = (server: Scope) =>
    String(before.virtualHosts.indexOf(hosts.beforeOf.get(server) ?? server));
  const old = settersOf(before, '2.2', asked, placeOf);
  const made = settersOf(after, '2.4', asked, placeOf);
  return [
    ...missing(old, made, 'is not in AFTER, or in another order'),
    ...missing(made, old, 'is not in BEFORE'),
  ];
}

function missing(setters: readonly Setter[], others: readonly Setter[], what: string): TreeNote[] {
  const keyOf = ({ place, text }: Setter): string => `${place} ${text}`;
  const left = others.map(keyOf);
  return setters.flatMap((setter): TreeNote[] => {
    const at = left.indexOf(keyOf(setter));
    // Those before it are passed over: the order counts.
    if (at !== -1) left.splice(0, at + 1);
    if (at !== -1) return [];
    const message = `${setter.text} ${what}: rules ask for what it sets, and the variable was taken to be set for the same requests`;
    return [{ code: 'variable-set', level: 'difference', message, place: setter.line }];
  });
}

/** Lower case names of the variables that Allow, Deny and Require lines ask for. */
function variablesAsked(model: ServerModel): string[] {
  const inEntry = (entry: AccessLine | AccessContainer): string[] =>
    isContainer(entry) ? entry.children.flatMap(inEntry) : variablesIn(entry);
  return readAllSections(model)
    .flatMap(({ entries }) => entries.flatMap(inEntry))
    .map((name) => name.toLowerCase());
}

const IN_EXPRESSION = /%\{(?:req)?env:([^}]+)\}|reqenv\(\s*['"]([^'"]+)['"]\s*\)/gi;

function variablesIn({ name, args, occurrence }: AccessLine): string[] {
  if (name === 'allow' || name === 'deny') {
    return args.flatMap((word) => /^env=!?(.+)/i.exec(word)?.[1] ?? []);
  }
  if (name !== 'require') return [];
  const [provider, ...words] = args[0] === 'not' ? args.slice(1) : args;
  if (provider?.toLowerCase() === 'env') return words;
  return [...requireText(occurrence).matchAll(IN_EXPRESSION)].map(([, a, b]) => a ?? b ?? '');
}

function settersOf(
  model: ServerModel,
  version: Version,
  asked: ReadonlySet<string>,
  placeOf: (server: Scope) => string,
): Setter[] {
  const lines = [model.main, ...model.htaccess.map(({ scope }) => scope)]
    .flatMap((scope) => [...walkOccurrences(scope)])
    .filter(({ name }) => isSetter(name))
    .filter(({ guards, scope }) => canBeLive([...guardsOfScope(scope), ...guards], version));
  const wanted = withSources(lines, asked);
  return lines
    .filter((line) => setsAny(line, wanted))
    .map((line) => ({
      line,
      place: `${placeOf(line.scope.server)} ${line.scope.kind}`,
      text: [line.node.name.value, ...line.args].join(' '),
    }));
}

function isSetter(name: string): boolean {
  return name === 'rewriterule' || SETENVIF_DIRECTIVES.some((each) => each === name);
}

/** A variable may be made of another: `SetEnvIf a 1 b`. */
function withSources(lines: readonly Occurrence[], asked: ReadonlySet<string>): ReadonlySet<string> {
  const wanted = new Set(asked);
  for (let size = -1; size !== wanted.size;) {
    size = wanted.size;
    for (const line of lines) {
      const [source = ''] = line.args;
      if (/^setenvif(?:nocase)?$/.test(line.name) && setsAny(line, wanted)) wanted.add(source.toLowerCase());
    }
  }
  return wanted;
}

function setsAny(line: Occurrence, wanted: ReadonlySet<string>): boolean {
  return variablesSet(line).some((name) => wanted.has(name.toLowerCase()));
}

function variablesSet({ name, args }: Occurrence): string[] {
  if (name === 'rewriterule') {
    const flags = /^\[(.*)\]$/.exec(args[2] ?? '')?.[1]?.split(',') ?? [];
    return flags.flatMap((flag) => /^\s*E(?:NV)?=!?([^:]+)/i.exec(flag)?.[1] ?? []);
  }
  const changes = args.slice(name.startsWith('browsermatch') || name === 'setenvifexpr' ? 1 : 2);
  return changes.map((change) => change.replace(/^!/, '').replace(/=.*$/s, ''));
}
