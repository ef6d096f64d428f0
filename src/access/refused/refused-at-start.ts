import type { Guard, Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { walkOccurrences } from '../../model/index.ts';
import { ACCESS_DIRECTIVES } from '../sections/access-directives.ts';
import { analysisOf } from '../sections/analysis.ts';
import { knownDirectives } from '../sections/known-directives.ts';
import { knownMethods } from '../sections/limit-error.ts';
import { misspeltLine } from '../sections/misspelt-line.ts';
import { isOfHtaccess as isInHtaccess } from '../sections/types.ts';
import { isFilledInLater } from '../sections/require-text.ts';
import type { RefusedLine } from './refused-line.ts';
import { isOfHtaccess } from './refused-line.ts';
import { refusedRules } from './refused-rules.ts';
import { valueError } from './line-errors.ts';

/**
 * Access rules with which no 2.4 server starts that has mod_access_compat, whatever else it loads: what a tree with one of them let in is not
 * known. Lines of modules that are only not loaded are the migration's to see to.
 */
export function rulesRefusedAtStart(model: ServerModel): RefusedLine[] {
  const found = [...requireLines(model), ...hostLines(model), ...valueLines(model)];
  return [...new Map(found.map((each) => [each.line.node, each])).values()].toSorted(
    (a, b) => a.line.seq - b.line.seq,
  );
}

function isRead(guards: readonly Guard[]): boolean {
  return guards.every(({ on24 }) => on24 === 'yes');
}

/** As if every module of httpd's own was loaded. */
function requireLines(model: ServerModel): RefusedLine[] {
  const { facts, isKnown, hasOthers } = knownDirectives(model, '2.4');
  const known = { facts, isKnown, hasOthers, hasOneOf: () => true };
  const found = refusedRules(model, { known, methods: knownMethods(model, true), isRead });
  return found.filter((each) => !each.isInHtaccess);
}

function hostLines(model: ServerModel): RefusedLine[] {
  return analysisOf(model).allSections.flatMap((section) => {
    const isStarted = !isInHtaccess(section) && isRead(section.guards);
    const odd = isStarted ? misspeltLine(section.scope, '2.4', new Map()) : null;
    return odd === null ? [] : [refused(odd.line, odd.message)];
  });
}

function valueLines(model: ServerModel): RefusedLine[] {
  return [...walkOccurrences(model.main)].flatMap((line) => {
    const isRule = ACCESS_DIRECTIVES.has(line.name) && isRead(line.guards) && !isOfHtaccess(line, model);
    const message = isRule ? valueError(line, model.kind === 'server', '2.4') : null;
    return message === null ? [] : [refused(line, message)];
  });
}

function refused(line: Occurrence | Scope, message: string): RefusedLine {
  return { line, message, isInHtaccess: false };
}

/** Lines of the server's own files with words that no 2.4 takes. */
export function linesOfOddWords(model: ServerModel): Occurrence[] {
  return [...walkOccurrences(model.main)].filter(
    (line) =>
      isRead(line.guards) &&
      !isOfHtaccess(line, model) &&
      !isFilledInLater(line) &&
      valueError(line, model.kind === 'server', '2.4') !== null,
  );
}

/** Whether 2.2 certainly does not start with some line outside of .htaccess files: about hosts, or with more words than it takes. */
export function isRefusedBy22(model: ServerModel): boolean {
  const odd = misspeltLine(model.main, '2.2', new Map());
  if (odd !== null && isReadBy22(odd.line)) return true;
  return [...walkOccurrences(model.main)].some(
    (line) => isReadBy22(line) && !isOfHtaccess(line, model) && hasOddWords(line),
  );
}

function isReadBy22({ on22 }: Occurrence | Scope): boolean {
  return on22 === 'yes';
}

/** AP_INIT_TAKE1 of server/core.c; `set_authn_file_slot`, mod_authn_file.c. */
function hasOddWords({ name, args }: Occurrence): boolean {
  if (name === 'authuserfile') return args.length !== 1 && args.slice(1).join(' ') !== 'standard';
  return (name === 'documentroot' || name === 'authtype') && args.length !== 1;
}
