import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { lineText, linesNamed, scopesOf, walkOccurrences, walkScopes } from '../../model/index.ts';
import type { Version } from '../sections/worlds.ts';
import { canBeLive } from '../sections/worlds.ts';
import { guardsAround } from '../unread/new-branches.ts';
import { isUnread } from '../unread/unread-rules.ts';
import { isComparedByWords, sectionsAround } from './compare-guards.ts';
import type { TreeNote } from './tree-note.ts';

/**
 * The lines of macros (mod_macro) are not looked into: where one that leads, refuses or permits something is not used in both trees with the
 * same text and words, that is told. Those with access rules are told by unreadNotes.
 */
export function macroNotes(before: ServerModel, after: ServerModel): TreeNote[] {
  const [old, made] = [usedMacros(before, '2.2'), usedMacros(after, '2.4')];
  return [...usesMissing(made, old, 'BEFORE'), ...usesMissing(old, made, 'AFTER'), ...undefinedMacros(after)];
}

/** `Use` lines by where they stand, what they say, and what the macro says. */
function usedMacros(model: ServerModel, version: Version): ReadonlyMap<string, Occurrence> {
  const macros = macrosByName(model);
  return new Map(
    usesIn(model, version).flatMap((use): [string, Occurrence][] => {
      const macro = macros.get(nameUsed(use));
      if (macro === undefined || isUnread(macro) || !maySayMore(macro)) return [];
      const names = use.scope.server.items.filter(({ name }) => name === 'servername');
      const place = [...names.flatMap(({ args }) => args), ...sectionsAround(use)].join(' ');
      return [[[place, lineText(use), textOf(macro)].join('\n'), use]];
    }),
  );
}

function usesIn(model: ServerModel, version: Version): Occurrence[] {
  const uses = linesNamed(model, (name) => name === 'use');
  return uses.filter((use) => canBeLive(guardsAround(use), version));
}

/** Their names are compared without regard to case. */
function macrosByName(model: ServerModel): ReadonlyMap<string, Scope> {
  const macros = scopesOf(model, 'other').filter(({ name }) => name === 'macro');
  return new Map(macros.map((macro) => [(macro.args[0] ?? '').toLowerCase(), macro]));
}

function nameUsed({ args: [name = ''] }: Occurrence): string {
  return name.toLowerCase();
}

/** Whether some line of it may affect what is compared; one that begins with a parameter may be any. */
function maySayMore(macro: Scope): boolean {
  const isHost = [...walkScopes(macro)].some(({ kind }) => kind === 'virtualhost');
  return (
    isHost ||
    [...walkOccurrences(macro)].some(
      ({ name }) => isComparedByWords(name) || MORE.has(name) || /^[$@%]/.test(name),
    )
  );
}

/** What else is compared, and what brings lines from elsewhere. */
const MORE: ReadonlySet<string> = new Set(
  'accessfilename allowoverride allowoverridelist include includeoptional listen serveralias servername serverpath use'.split(
    ' ',
  ),
);

function textOf({ file, node }: Scope): string {
  const text = node === null ? '' : file.source.text.slice(node.span.start, node.span.end);
  const lines = text.split('\n').map((line) => line.trim().replace(/\s+/g, ' '));
  return lines.filter((line) => line !== '' && !line.startsWith('#')).join('\n');
}

function usesMissing(
  uses: ReadonlyMap<string, Occurrence>,
  others: ReadonlyMap<string, Occurrence>,
  other: string,
): TreeNote[] {
  return [...uses].flatMap(([words, place]): TreeNote[] => {
    if (others.has(words)) return [];
    const message = `the lines that the macro ${place.args[0] ?? ''} puts here were not compared, and ${other} does not have them from a macro`;
    return [{ code: 'not-read', level: 'difference', message, place }];
  });
}

/** `use_macro`, mod_macro.c. */
function undefinedMacros(model: ServerModel): TreeNote[] {
  if (model.kind !== 'server') return [];
  const macros = macrosByName(model);
  return usesIn(model, '2.4')
    .filter((use) => !macros.has(nameUsed(use)) && !/[$@%]/.test(nameUsed(use)))
    .map((place) => ({
      code: 'refused-perhaps',
      level: 'difference',
      message: `no <Macro ${place.args[0] ?? ''}> is here: 2.4 does not start where none is defined before this line`,
      place,
    }));
}
