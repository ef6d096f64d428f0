// Which pages mod_include reads, and whether one of them has an #if.
import type { Occurrence, Scope, ServerModel } from '../../src/model/index.ts';
import { hasWildcard, isFilledIn } from '../../src/model/index.ts';
import { findDirectives } from '../../src/transform/index.ts';
import { linesOf } from './directory-sections.ts';
import { applyOptions, INCLUDES, NO_OPTIONS, readOptionWords } from './options.ts';

const FILTERS: readonly (readonly [RegExp, ...string[]])[] = [
  [/(^|;)includes(;|$)/i, 'AddOutputFilter', 'SetOutputFilter', 'AddOutputFilterByType', 'FilterProvider'],
  [/^(server-parsed|text\/x-server-parsed-html3?)$/i, 'AddHandler', 'SetHandler', 'AddType', 'ForceType'],
  [/^(on|full)$/i, 'XBitHack'],
];

/** The lines that set the INCLUDES filter on a 2.2 server. */
export function includesFilters(model: ServerModel): Occurrence[] {
  return FILTERS.flatMap(([pattern, ...names]) =>
    findDirectives(model, ...names).filter(
      ({ args, on22 }) => on22 !== 'no' && args.some((word) => pattern.test(word)),
    ),
  );
}

/** Whether the Options lines of a scope allow includes, by themselves. */
export function allowsIncludes(scope: Scope): boolean {
  const { on } = linesOf(scope, 'options').reduce(
    (state, { args }) => applyOptions(state, readOptionWords(args) ?? []),
    NO_OPTIONS,
  );
  return (on & INCLUDES) !== 0;
}

const BY_ENDING: ReadonlySet<string> = new Set(['addoutputfilter', 'addhandler', 'addtype']);

/** Tells of a section or .htaccess file whether it has pages, all can be read, and none has an #if. */
export function pagesWithout(model: ServerModel): (scope: Scope) => boolean {
  const filters = includesFilters(model);
  const isDecided = filters.every(({ name }) => BY_ENDING.has(name));
  const endings = new Set(filters.flatMap(({ args }) => args.slice(1)).map(ending));
  const isPage = (name: string): boolean =>
    name
      .split('.')
      .slice(1)
      .some((part) => endings.has(ending(part)));
  return (scope) => {
    const [folder = ''] = scope.args;
    const isFolder = scope.kind === 'htaccess' || scope.kind === 'directory';
    if (!isDecided || !isFolder || isFilledIn(folder, scope) || hasWildcard(folder)) return false;
    const pages = model.filesBelow(folder, isPage);
    return pages !== null && pages.length > 0 && pages.every(({ text }) => !/#(?:if|elif)\b/i.test(text));
  };
}

function ending(word: string): string {
  return word.replace(/^\./, '').toLowerCase();
}
