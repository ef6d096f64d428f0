import type { Occurrence, ServerModel, Scope } from '../model/index.ts';
import { isRequireContainer, isRequireOf24, linesNamed, scopesOf, walkOccurrences } from '../model/index.ts';
import { directive22, directive24 } from '../catalog/index.ts';
import { rememberSome } from '../text/index.ts';

/** Host rules and Satisfy: 2.2's way to say who gets in. */
export const ACCESS_OF_22: ReadonlySet<string> = new Set(['order', 'allow', 'deny', 'satisfy']);

/**
 * Which server's rules the tree follows as it stands. A live line that 2.2 would refuse says 2.4: such a tree can only
 * have been read by 2.4. Lines whose guards are not certain serve both versions as long as there are access rules of 2.2
 * beside them.
 */
export function writtenFor(model: ServerModel): '2.2' | '2.4' {
  return signOf24(model) === null ? '2.2' : '2.4';
}

/** The access rule by which a tree that was migrated in part can't be read as 2.2's any more; null if they are all 2.2's. */
export function accessSignOf24(model: ServerModel): Occurrence | null {
  // Of a tree that is read as 2.4's it is not known what 2.2 makes of lines that 2.4 skips.
  const mayBeRead = ({ on22, on24 }: Occurrence): boolean =>
    on22 === 'yes' || (model.readBy === '2.4' && on24 !== 'yes');
  return linesOf24(model, (line) => isAccessOf24(line) && mayBeRead(line))[0] ?? null;
}

/**
 * The first line of 2.2's access rules that a 2.4 server reads. In a tree of 2.4 mod_access_compat obeys it; in guards that
 * may keep 2.4 out it says nothing for certain.
 */
export function oldAccessLine(model: ServerModel): Occurrence | null {
  return linesNamed(model, isNameOf22, ({ on24 }) => on24 === 'yes')[0] ?? null;
}

/** The line by which a tree is known to be written for 2.4; null for a tree of 2.2. */
export function signOf24(model: ServerModel): Occurrence | null {
  const loaded = model.modules.find(({ identifier, occurrence: { on22, on24 } }) => {
    const isNew = identifier === 'authz_core_module' || /^mpm_\w+_module$/.test(identifier);
    return isNew && on22 === 'yes' && on24 === 'yes';
  });
  if (loaded !== undefined) return loaded.occurrence;
  const lines = linesOf24(model, (line) => isOf24(line) && !isOfOthers(line, model));
  if (lines.length === 0) return null;
  const sign = lines.find(({ guards, on22 }) => guards.length === 0 && on22 === 'yes');
  if (sign !== undefined) return sign;
  const has22 = linesNamed(model, isNameOf22, (line) => line.on22 !== 'no' && isOwn(line, model)).length > 0;
  return has22 ? null : (lines.find(({ on22, on24 }) => on22 !== 'no' && on24 !== 'no') ?? null);
}

/** Those of all that `isOf24` could hold for, in reading order. */
function linesOf24(model: ServerModel, isOne: (line: Occurrence) => boolean): Occurrence[] {
  const isFound = (line: Occurrence): boolean => isOne(line) && isOwn(line, model);
  const named = linesNamed(model, (name) => ACCESS_OF_24.has(name) || mayBeNamedIn24(name), isFound);
  const sections = scopesOf(model, 'other').filter(
    ({ name }) => isRequireContainer(name) || isNameOf24(`<${name}`),
  );
  const lines = new Set([...named, ...sections.flatMap(walkOccurrences).filter(isFound)]);
  return [...lines].toSorted((a, b) => a.seq - b.seq);
}

function isNameOf22(name: string): boolean {
  return ACCESS_OF_22.has(name);
}

/** A .htaccess file of an application says nothing of the server that it is put on; given alone it stands for itself. */
function isOwn({ file }: Occurrence, { kind }: ServerModel): boolean {
  return kind === 'htaccess' || file.role !== 'htaccess';
}

/** A guard around the section is not among the line's own, but may keep 2.2 from reading it (on22). */
function isOf24(line: Occurrence): boolean {
  return isLineOf24(line) || isAccessOf24(line);
}

/** A container is no section that 2.2 knows: it does not start with one, and answers 500 to one in a .htaccess file. */
function isAccessOf24(line: Occurrence): boolean {
  return line.name === 'authmerging' || isRequireContainer(line.scope.name) || isRequireOf24(line);
}

const ACCESS_OF_24: ReadonlySet<string> = new Set(['authmerging', 'require']);

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
function isLineOf24(line: Pick<Occurrence, 'name' | 'args' | 'scope'>): boolean {
  return isNameOf24(line.name) || hasWordsOf24(line) || isInSectionOf24(line.scope);
}

/** Whether a line of that name outside of all sections can be one of 2.4. */
function mayBeNamedIn24(name: string): boolean {
  return isNameOf24(name) || WITH_WORDS_OF_24.has(name);
}

/** mod_define was a release of its own for 2.2. */
function isOfOthers({ name }: Occurrence, { modules }: ServerModel): boolean {
  const isDefine = name === 'define' || name === 'undefine';
  return isDefine && modules.some(({ identifier }) => identifier === 'define_module');
}

/** Whether 2.4 knows a directive, or with `<` before it a section, of that name, and 2.2 does not. */
function isNameOf24(name: string): boolean {
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
