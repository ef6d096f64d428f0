import { isFilledIn } from '../placeholders.ts';
import { readRewriteFlags, ruleStatus } from '../rewrite-flags.ts';
import type { Occurrence, Scope } from '../types.ts';

/** Directives that lead addresses to a folder, and which of their arguments names it. */
const FOLDER_ARGUMENT: Readonly<Record<string, number>> = {
  documentroot: 0,
  alias: 1,
  scriptalias: 1,
  wsgiscriptalias: 1,
  aliasmatch: 1,
  scriptaliasmatch: 1,
  wsgiscriptaliasmatch: 1,
  virtualdocumentroot: 0,
  virtualdocumentrootip: 0,
  virtualscriptalias: 0,
  virtualscriptaliasip: 0,
  rewriterule: 1,
};

/** The folder that a section or a line names, as far as that is a path of the file system. */
export function folderArgument(item: Occurrence | Scope): string | null {
  if (item.type === 'scope') return item.args[0] ?? null;
  const index = FOLDER_ARGUMENT[item.name];
  const args = index === undefined ? [] : item.args;
  const written = args[index ?? 0];
  if (written === undefined) return null;
  const isPath = item.name !== 'rewriterule' || (/^[/$<{@%_#[]/.test(written) && !isAnswered(args));
  return isPath ? written : null;
}

/** Those whose folder a variable or a template leaves open, and what they name. */
export function openItems(items: readonly (Occurrence | Scope)[]): ReadonlyMap<Occurrence | Scope, string> {
  const open = new Map<Occurrence | Scope, string>();
  for (const item of items) {
    const written = openArgument(item);
    if (written !== '') open.set(item, written);
  }
  return open;
}

/** The folder that is left open; '' for one that is known. */
function openArgument(item: Occurrence | Scope): string {
  const written = folderArgument(item);
  return written !== null && isFilledIn(written, item) ? written : '';
}

/** Redirected, refused or proxied by its flags. */
function isAnswered([, target = '', flagText = '']: readonly string[]): boolean {
  const flags = readRewriteFlags(flagText);
  return flags.has('P') || ruleStatus(flags, target) !== null;
}
