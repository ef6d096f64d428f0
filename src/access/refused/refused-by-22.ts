import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { nameOfItem } from '../../model/index.ts';
import { argumentsError } from '../commands/argument-counts.ts';
import { uncompiledPattern } from '../commands/uncompiled-patterns.ts';
import { wordsError } from '../commands/words-error.ts';
import type { KnownDirectives } from '../sections/known-directives.ts';
import { knownDirectives } from '../sections/known-directives.ts';
import { hostLineError, misspeltLine } from '../sections/misspelt-line.ts';
import { isFilledInLater } from '../sections/require-text.ts';
import { writtenName } from '../sections/written-line.ts';
import { swappedModuleError } from './line-errors.ts';
import { isPermittedAt } from './place-errors.ts';
import type { RefusedLine } from './refused-line.ts';
import { isOfHtaccess } from './refused-line.ts';

/** Lines of a whole server's own files with which 2.2 certainly does not start: nobody was ever answered by such a tree. */
export function linesRefusedBy22(model: ServerModel): RefusedLine[] {
  if (model.kind !== 'server' || model.readBy !== '2.2') return [];
  const known = knownDirectives(model, '2.2');
  const found = refusedIn(model.main, model, known);
  const odd = misspeltLine(model.main, '2.2', new Map());
  if (odd !== null && odd.line.on22 === 'yes') found.push({ ...odd, isInHtaccess: false });
  return [...new Map(found.map((each) => [each.line.node, each])).values()];
}

function refusedIn(scope: Scope, model: ServerModel, known: KnownDirectives): RefusedLine[] {
  return scope.items.flatMap((item): RefusedLine[] => {
    if (item.on22 !== 'yes' || isOfHtaccess(item, model)) return [];
    const message = lineError(item, known);
    if (message !== null) return [{ line: item, message, isInHtaccess: false }];
    return item.type === 'scope' && item.name !== 'macro' ? refusedIn(item, model, known) : [];
  });
}

function lineError(item: Occurrence | Scope, known: KnownDirectives): string | null {
  if (item.type === 'occurrence' && isFilledInLater(item)) return null;
  const name = nameOfItem(item);
  if (!known.isKnown(name)) {
    return `Invalid command '${writtenName(item)}', perhaps misspelled or defined by a module not included in the server configuration`;
  }
  const facts = known.facts(name);
  if (facts === null) return null;
  if (!isPermittedAt(item, facts)) return `${writtenName(item)} not allowed here`;
  if (item.type === 'scope') return uncompiledPattern(item);
  return (
    argumentsError(item, facts.argumentKind, '2.2') ??
    hostLineError(item, '2.2') ??
    wordsError(item, '2.2', true) ??
    uncompiledPattern(item) ??
    swappedModuleError(item)
  );
}
