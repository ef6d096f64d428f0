import type { Occurrence, Scope } from '../../model/index.ts';
import { ALIAS_CHECKS } from './alias-words.ts';
import { CORE_CHECKS } from './core-words.ts';
import { ENVIRONMENT_CHECKS } from './environment-words.ts';
import { FILTER_CHECKS } from './filter-words.ts';
import { HEADER_CHECKS } from './header-words.ts';
import { LOG_CHECKS } from './log-words.ts';
import { LOGIN_CHECKS } from './login-words.ts';
import { MODULE_CHECKS } from './module-words.ts';
import { PROXY_CHECKS } from './proxy-words.ts';
import { REWRITE_CHECKS } from './rewrite-words.ts';
import { TLS_CHECKS } from './tls-words.ts';
import type { Checks, Command } from './types.ts';

const CHECKS: Checks = {
  ...CORE_CHECKS,
  ...ALIAS_CHECKS,
  ...ENVIRONMENT_CHECKS,
  ...FILTER_CHECKS,
  ...HEADER_CHECKS,
  ...LOG_CHECKS,
  ...LOGIN_CHECKS,
  ...MODULE_CHECKS,
  ...PROXY_CHECKS,
  ...REWRITE_CHECKS,
  ...TLS_CHECKS,
};

/**
 * What the command of a line says against its words: a server does not start with the line, and answers 500 below a .htaccess file that
 * has it. Null where it takes the line, and where that is not certain. How many words there are is asked before (`argumentsError`); of
 * hosts, patterns, expressions and files on the disk others tell.
 * @param isWhole whether it is known what is around the outermost lines: a part of a server may be the inside of a section
 */
export function wordsError(line: Occurrence, version: '2.2' | '2.4', isWhole: boolean): string | null {
  const { name, args, scope } = line;
  if (!Object.hasOwn(CHECKS, name)) return null;
  const place = placeOf(scope, isWhole);
  const { file, node } = line;
  const text = file.source.text.slice(node.argsSpan.start, node.argsSpan.end);
  const isInFolder = place !== 'server';
  return CHECKS[name]?.({ name: node.name.value, args, text, version, isInFolder, place }) ?? null;
}

function placeOf({ kind }: Scope, isWhole: boolean): Command['place'] {
  if (kind === 'virtualhost') return 'server';
  if (kind !== 'server') return 'section';
  return isWhole ? 'server' : null;
}
