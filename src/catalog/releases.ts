import { lazy } from '../text/index.ts';
import { LATE_DIRECTIVES, LATE_MODULES, LATE_WORDS } from './data/since-2.4.ts';

/** What a line says that not every 2.4 knows: how to name it, and the first release that does. */
export interface LateName {
  /** `MergeSlashes`, `<IfFile>`, `http2_module`, `RewriteRule BCTLS`. */
  readonly name: string;
  /** 39 for 2.4.39. */
  readonly since: number;
}

const lateDirectives = lazy(() => byLowerName(LATE_DIRECTIVES));
const lateModules = lazy(() => byLowerName(LATE_MODULES));

/** A token that stands in a line with something late: one pattern, as every file of a tree is asked. */
const marks = lazy(() => {
  const words = LATE_WORDS.flatMap(({ word, mark }) => (mark ?? word).toLowerCase().split(' '));
  const names = [...lateDirectives().keys()].map((name) => name.replace('<', ''));
  const tokens = new Set([...names, ...lateModules().keys(), ...words].filter((token) => TOKEN.test(token)));
  const alternatives = [...tokens].toSorted().map((token) => token.replaceAll('.', String.raw`\.`));
  return new RegExp(String.raw`(?<!\w[.-]*)(?:${alternatives.join('|')})(?![\w.-])`, 'i');
});

const TOKEN = /^\w[\w.-]*$/;

/** False if nothing in the text can be newer than 2.4.1, wherever in a line it comes to stand: a quick look. */
export function mayBeLate(text: string): boolean {
  return marks().test(text);
}

const lastRelease = lazy(() => {
  const words = LATE_WORDS.map(({ since }) => since);
  return { number: Math.max(...lateDirectives().values(), ...lateModules().values(), ...words) };
});

/** The patch release since which there is nothing that a 2.4 does not know yet. */
export function lastNews(): number {
  return lastRelease().number;
}

/** The number behind `2.4.`; 0 for anything else. */
export function patchRelease(version: string): number {
  return Number(/^2\.4\.(\d+)/.exec(version)?.[1] ?? 0);
}

/** The patch release that brought the directive, or the section `<Name`; 0 where every 2.4 has it. Any case. */
export function directiveSince(name: string): number {
  return lateDirectives().get(name.toLowerCase()) ?? 0;
}

/** The patch release that brought the module (identifier); 0 where every 2.4 has it. */
export function moduleSince(identifier: string): number {
  return lateModules().get(identifier.toLowerCase()) ?? 0;
}

/**
 * Everything in a line that is newer than 2.4.1: the directive (`<name` for a section), its words, and the module that it loads.
 * @param args as the file has them
 */
export function lateNames(directive: string, args: string): readonly LateName[] {
  const isSection = directive.startsWith('<');
  const name = directive.replace(/^</, '').toLowerCase();
  const found: LateName[] = [
    { name: isSection ? `${directive}>` : directive, since: directiveSince(directive) },
  ];
  for (const late of LATE_WORDS) {
    if (late.directive === name && late.pattern.test(args)) {
      found.push({ name: `${directive} ${late.word}`, since: late.since });
    }
  }
  const module = name === 'loadmodule' ? args.trim().split(/\s+/)[0] : undefined;
  if (module !== undefined) found.push({ name: module, since: moduleSince(module) });
  return found.filter(({ since }) => since > 0);
}

function byLowerName(names: Readonly<Record<number, string>>): ReadonlyMap<string, number> {
  const pairs = Object.entries(names).flatMap(([patch, list]) => {
    return list.split(' ').map((name) => [name.toLowerCase(), Number(patch)] as const);
  });
  return new Map(pairs);
}
