import { isDirective, thirdPartyModuleOf } from '../../catalog/index.ts';
import type { Occurrence, Scope } from '../../model/index.ts';
import { isFilledIn, walkOccurrences } from '../../model/index.ts';
import { HOST_AND_SATISFY } from '../sections/access-directives.ts';
import { guardsOfScope } from '../sections/read-sections.ts';
import { canBeLive } from '../sections/worlds.ts';

/** What names of directives are made of, those of third-party modules included. Another line is no server's: `{if $x}`, `%endif`. */
const NAME = /^[a-z_][\w.:-]*$/;

/** mod_perl has these as directives, for documentation between the lines (https://perl.apache.org/docs/2.0/user/config/config.html). */
const POD = /^=(?:pod|over|back|cut)$|^__end__$/;

/** With what languages of templates and shells begin a choice or a loop, or end it. */
const WORDS = new Set(
  'if then else elif elsif elseif fi endif for foreach do done endfor while until endwhile case esac end cat echo print'.split(
    ' ',
  ),
);

/** Of a name in lower case. */
export function mayBeStrange(name: string): boolean {
  return !NAME.test(name) || WORDS.has(name) || !isDirective(name);
}

/**
 * Whether a line is none that a server reads, but one for the program that makes the file: `{if $x}`, `%endif`, `fi`, `open {`. What is around
 * it may be left out, or stand there many times. In a .htaccess file it is a line that 2.2 answers 500 for.
 */
export function isControlWord({ name, args, file, node }: Occurrence): boolean {
  if (isHashLine({ name })) return true;
  if (file.role === 'htaccess' || POD.test(name) || isFilledIn(node.name.value, { file })) return false;
  if (!NAME.test(name)) return true;
  return isUnknown(name) && (WORDS.has(name) || args.at(-1) === '{');
}

/** A line of Velocity and its kin, which a server takes for a comment; `##NAME##` is put in by others. */
export function isHashLine({ name }: Pick<Occurrence, 'name'>): boolean {
  return /^#(?![#\s])/.test(name);
}

/** Whether a line may be a macro: to m4 any word may be one that was defined, here or in a file that it reads before. */
export function isMacro({ name, args, file }: Occurrence): boolean {
  return file.document.engine === 'm4' && args.length === 0 && isUnknown(name);
}

function isUnknown(name: string): boolean {
  return !isDirective(name) && thirdPartyModuleOf(name) === null;
}

/** Sections that are not looked into, whose rules are told of by themselves. */
const UNREAD = new Set(['macro', 'perl', 'if', 'elseif', 'else']);

/** Whether a section with host rules in it is none of a server's: `<dtml-if open>`, `<xsl:if test="...">`. */
export function isStrangeSection(scope: Scope): boolean {
  const { kind, name, file } = scope;
  if (kind !== 'other' || file.role === 'htaccess' || UNREAD.has(name)) return false;
  if (isDirective(`<${name}`)) return false;
  const guards = guardsOfScope(scope);
  if (!canBeLive(guards, '2.2') && !canBeLive(guards, '2.4')) return false;
  return [...walkOccurrences(scope)].some((line) => HOST_AND_SATISFY.has(line.name));
}
