import type { Occurrence, Scope } from '../../model/index.ts';
import { namesNoHostFolder, ruleStatus } from '../../model/index.ts';
import { moduleMapping } from './module-mappings.ts';
import { fixedStart, mayClimb } from './pattern-lines.ts';
import type { WrittenRule } from './read-line.ts';
import { readRewriteRule } from './read-line.ts';
import { pathMade } from './rewrite-lines.ts';

/** Why a line may lead to any folder of the system. */
export type FarReason =
  /** Nothing of its result is fixed. */
  | 'open-start'
  /** What is put in can be a `..`. */
  | 'climbing'
  /** A program or a database of a third-party module decides. */
  | 'module';

/** Null for a line that leads below known folders, or nowhere. */
export function farReason(line: Occurrence, server: Scope, main: Scope): FarReason | null {
  if (moduleMapping(line.name) === 'anywhere') return 'module';
  const target = targetOf(line, server, main);
  if (target === null) return null;
  const [pattern = ''] = line.args;
  if (!line.name.startsWith('virtual') && mayClimb(pattern, target)) return 'climbing';
  const start = fixedStart(target);
  const isOpen = start !== target && (start === '' || start === '/') && !isAddress(pattern, target);
  return isOpen ? 'open-start' : null;
}

/** Whether the result begins as the address does: what is asked for is then what is led to. */
function isAddress(pattern: string, target: string): boolean {
  const [, group] = /^\/?\$(\d)/.exec(target) ?? [];
  if (group === undefined)
    return /^\/?%\{(?:REQUEST_(?:URI|FILENAME)|SCRIPT_(?:URL|FILENAME))\}/i.test(target);
  return group === '0' || (group === '1' && /^\^?\/?\(/.test(pattern));
}

/** What the line makes a path of; null where it makes none, or one below DocumentRoot. */
function targetOf(line: Occurrence, server: Scope, main: Scope): string | null {
  switch (line.name) {
    case 'aliasmatch':
    case 'scriptaliasmatch':
    case 'wsgiscriptaliasmatch':
      return line.args[1] ?? null;
    case 'virtualdocumentroot':
    case 'virtualdocumentrootip':
    case 'virtualscriptalias':
    case 'virtualscriptaliasip':
      return namesNoHostFolder(line.args) ? null : (line.args[0] ?? null);
    case 'rewriterule':
      return pathOfServer(readRewriteRule(line), server, main);
    default:
      return null;
  }
}

/** What a rule of a server makes a path of; null where it makes none, or one that is said to be below DocumentRoot. */
function pathOfServer(rule: WrittenRule, server: Scope, main: Scope): string | null {
  const {
    line: { scope },
    target,
    flags,
  } = rule;
  // A URL is nearly always another server's.
  const isPath = scope === scope.server && ruleStatus(flags, target) === null && !flags.has('PT');
  return isPath && !/^%\{DOCUMENT_ROOT\}/i.test(target) ? pathMade(rule, server, main) : null;
}
