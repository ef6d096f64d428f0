import { directive22, directive24 } from '../catalog/index.ts';
import type { Occurrence, Scope, ServerModel } from '../model/index.ts';
import { rememberSome } from '../text/index.ts';

/**
 * Modules of 2.4 that third parties had for 2.2 before: their directives stand in trees of 2.2, too (mod_macro and mod_proxy_html 3.1 with
 * mod_xml2enc were releases of their own, mod_lua was mod_wombat, mod_sed and mod_privileges were Sun's).
 */
const KNOWN_TO_22_FROM_OTHERS: ReadonlySet<string> = new Set([
  'mod_macro',
  'mod_proxy_html',
  'mod_xml2enc',
  'mod_lua',
  'mod_sed',
  'mod_privileges',
]);

/** Whether 2.2 refuses the line, or the section that it stands in, and 2.4 takes it. */
export function isLineOf24(line: Pick<Occurrence, 'name' | 'args' | 'scope'>): boolean {
  return isNameOf24(line.name) || hasWordsOf24(line) || isInSectionOf24(line.scope);
}

/** Whether a line of that name outside of all sections can be one of 2.4. */
export function mayBeNamedIn24(name: string): boolean {
  return isNameOf24(name) || WITH_WORDS_OF_24.has(name);
}

/** mod_define was a release of its own for 2.2. */
export function isOfOthers({ name }: Occurrence, { modules }: ServerModel): boolean {
  const isDefine = name === 'define' || name === 'undefine';
  return isDefine && modules.some(({ identifier }) => identifier === 'define_module');
}

/** Whether 2.4 knows a directive, or with `<` before it a section, of that name, and 2.2 does not. */
export function isNameOf24(name: string): boolean {
  const facts = directive24(name);
  // `if` is also a word of shell scripts.
  return (
    facts?.section === name.startsWith('<') &&
    directive22(name) === null &&
    !KNOWN_TO_22_FROM_OTHERS.has(facts.module)
  );
}

function isInSectionOf24(scope: Scope | null): boolean {
  if (scope === null || scope.name === '') return false;
  return isSectionOf24(scope.name) || isInSectionOf24(scope.parent);
}

/** Asked of the sections around each of many lines. */
const isSectionOf24 = rememberSome(1000, (name) => isNameOf24(`<${name}`));

/** Words that 2.2 does not start with: cmd_parseflagfield and cmd_rewriteoptions of mod_rewrite.c, header_inout_cmd of mod_headers.c, set_loglevel of server/core.c. */
const WITH_WORDS_OF_24 = new Set(['rewriterule', 'rewriteoptions', 'header', 'requestheader', 'loglevel']);

function hasWordsOf24(line: Pick<Occurrence, 'name' | 'args'>): boolean {
  if (!WITH_WORDS_OF_24.has(line.name)) return false;
  const { name, args } = line;
  switch (name) {
    case 'rewriterule':
      return /^\[(?:.*,)?\s*(?:END|BNP|BNE|BCTLS|QSD|QSL|qsdiscard|qslast|backrefnoplus|UnsafeAllow3F|UnsafePrefixStat|UNC)\s*(?:[,=].*)?\]$/i.test(
        args[2] ?? '',
      );
    case 'rewriteoptions':
      return args.some((word) =>
        /^(?:InheritBefore|InheritDown|InheritDownBefore|IgnoreInherit|AllowNoSlash|IgnoreContextInfo|LegacyPrefixDocRoot|LongURLOptimization)$/i.test(
          word,
        ),
      );
    case 'header':
    case 'requestheader':
      return /^(?:setifempty|note)$/i.test(args[args[0]?.toLowerCase() === 'always' ? 1 : 0] ?? '');
    case 'loglevel':
      return args.some((word) => /^(?:\w+:\w+|trace[1-8])$/i.test(word));
    default:
      return false;
  }
}
