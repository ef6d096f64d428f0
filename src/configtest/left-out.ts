import { walkOccurrences, walkScopes } from '../model/index.ts';
import type { Occurrence, Scope, ServerModel } from '../model/index.ts';
import type { StagedEdit } from './staged-edits.ts';

/** Directives of mod_perl that run Perl while the configuration is read (modperl_cmd.c). */
const PERL = new Set(['perlrequire', 'perlmodule', 'perlconfigrequire', 'perlloadmodule', 'perlswitches']);

/** Directives whose value `exec:PROGRAM` is run when it is read: ap_get_exec_line in mod_authnz_ldap and mod_session_crypto. */
const EXEC = new Set(['authldapbindpassword', 'sessioncryptopassphrase']);

export interface LeftOut {
  readonly edits: readonly StagedEdit[];
  /** What was left out, each once: `<Perl>`, `PerlRequire`. Empty: reading this configuration runs nothing. */
  readonly names: readonly string[];
}

/**
 * Takes out what the server would run while it reads the configuration. (Piped logs, map programs and the like are not among
 * this: `-t` ends before they are started.)
 */
export function leaveOutPrograms(model: ServerModel): LeftOut {
  const edits: StagedEdit[] = [];
  const names = new Set<string>();
  for (const scope of walkScopes(model.main)) {
    if (scope.name !== 'perl') continue;
    names.add('<Perl>');
    edits.push(...blankSection(scope));
  }
  for (const occurrence of walkOccurrences(model.main)) {
    const { name, node } = occurrence;
    const isExec = EXEC.has(name) && occurrence.args[0]?.startsWith('exec:') === true;
    if (!isExec && !PERL.has(name)) continue;
    names.add(isExec ? `${node.name.value} exec:` : node.name.value);
    edits.push(isExec ? setFirst(occurrence, 'left-out') : commentOut(occurrence));
  }
  return { edits, names: [...names] };
}

/** Makes a comment of a line, and of those that are joined to it. */
export function commentOut({ file, node }: Occurrence): StagedEdit {
  const { start } = node.name.span;
  return { file, edit: { span: { start, end: start }, text: '#' } };
}

/** Another first argument. */
export function setFirst({ file, node }: Occurrence, text: string): StagedEdit {
  const { start, end } = node.args[0]?.span ?? node.argsSpan;
  return {
    file,
    edit: { span: { start, end }, text: `${text}${newLines(file.source.text.slice(start, end))}` },
  };
}

/** A section whose body the server hands on unread, as blank lines. */
function blankSection({ file, node }: Scope): StagedEdit[] {
  if (node === null) return [];
  const { start, end } = node.span;
  return [{ file, edit: { span: { start, end }, text: newLines(file.source.text.slice(start, end), '') } }];
}

/** As many lines as a stretch of text has, so that line numbers stay true: as continuations, or as blank lines. */
function newLines(text: string, before = '\\'): string {
  return `${before}\n`.repeat(text.split('\n').length - 1);
}
