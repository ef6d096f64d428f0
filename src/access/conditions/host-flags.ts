import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { linesNamed } from '../../model/index.ts';
import { serverNameOf } from '../hosts/host-names.ts';
import type { VariableValues } from './variable-values.ts';
import { variableValues } from './variable-values.ts';

/**
 * Variables that tell virtual hosts apart: set for every request of some hosts, and by nothing else. In lower case, as tables of
 * the server take no account of it.
 */
export interface HostFlags {
  /** Of one server, by its scope. */
  readonly setIn: ReadonlyMap<Scope, ReadonlySet<string>>;
  readonly all: ReadonlySet<string>;
  /** Of the other variables. */
  readonly valuesOf: VariableValues;
}

/** The line that sets a host's flag for every request (mod_setenvif runs for internal redirects too). */
export function flagLine(flag: string): string {
  return `SetEnvIf Request_URI ^ ${flag}`;
}

/** A flag for each virtual host that the rewrite may use: made of its ServerName, and set by no line that is there already. */
export function newFlags(model: ServerModel): Map<Scope, string> {
  const taken = new Set(settingLines(model).flatMap((line) => wordsLikeFlags(lowerCaseWords(line))));
  /** The number that a name came to: many hosts may have the same. */
  const last = new Map<string, number>();
  const flags = new Map<Scope, string>();
  for (const host of model.virtualHosts) {
    const stem = `vhost_${nameOf(host).toLowerCase().replace(/\W+/g, '_')}`;
    let number = last.get(stem) ?? 1;
    let flag = number === 1 ? stem : `${stem}_${++number}`;
    while (taken.has(flag)) flag = `${stem}_${++number}`;
    last.set(stem, number);
    taken.add(flag);
    flags.set(host, flag);
  }
  return flags;
}

/** @param make asked once flags are: most rewrites tell no hosts apart */
export function flagsOf(make: () => ReadonlyMap<Scope, string>): HostFlags {
  let known: HostFlags | null = null;
  const made = (): HostFlags => {
    if (known !== null) return known;
    const flags = make();
    const setIn = new Map([...flags].map(([host, flag]) => [host, new Set([flag])]));
    return (known = { setIn, all: new Set(flags.values()), valuesOf: () => null });
  };
  return {
    get setIn() {
      return made().setIn;
    },
    get all() {
      return made().all;
    },
    valuesOf: () => null,
  };
}

/** The flags that a tree has: set in virtual hosts by lines that hold for every request, and touched by no other line. */
export function readFlags(model: ServerModel): HostFlags {
  const setIn = new Map<Scope, Set<string>>();
  const all = new Set<string>();
  const spoiled = new Set<string>();
  for (const line of settingLines(model)) {
    const flag = flagSetBy(line);
    if (flag === null) {
      const words = lowerCaseWords(line);
      if (line.name === 'rewriterule' && MADE_NAME.test(words)) return NO_FLAGS;
      for (const word of wordsLikeFlags(words)) spoiled.add(word);
    } else {
      all.add(flag);
      setIn.set(line.scope, (setIn.get(line.scope) ?? new Set()).add(flag));
    }
  }
  for (const flag of spoiled) all.delete(flag);
  let values: VariableValues | null = null;
  return { setIn, all, valuesOf: (name) => (values ??= variableValues(model))(name) };
}

/** The lines that may set a variable before access is checked. */
function settingLines(model: ServerModel): Occurrence[] {
  return linesNamed(model, (name) => /^(?:setenvif|browsermatch|rewriterule)/.test(name));
}

function lowerCaseWords({ args }: Occurrence): string {
  return args.join(' ').toLowerCase();
}

function wordsLikeFlags(words: string): readonly string[] {
  return words.match(LIKE_FLAGS) ?? NO_WORDS;
}

const LIKE_FLAGS = /vhost_\w+/g;
const NO_WORDS: readonly string[] = [];

/** `[E=%{HTTP:X}:1]`: whoever asks may set any of them. */
const MADE_NAME = /[[,]\s*e(?:nv)?\s*=[^:,\]]*[$%]/;

const NO_FLAGS: HostFlags = { setIn: new Map(), all: new Set(), valuesOf: () => null };

function flagSetBy({ name, args, scope, on24 }: Occurrence): string | null {
  const [attribute, pattern, flag] = args;
  const isAlways = name === 'setenvif' && attribute === 'Request_URI' && pattern === '^' && args.length === 3;
  const isFlag = flag !== undefined && /^vhost_\w+$/.test(flag);
  return isAlways && isFlag && scope.kind === 'virtualhost' && on24 === 'yes' ? flag.toLowerCase() : null;
}

function nameOf(host: Scope): string {
  return serverNameOf(host) ?? host.args.join('_');
}
