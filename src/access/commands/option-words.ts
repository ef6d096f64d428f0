import { OPTION_WORDS } from '../../catalog/index.ts';
import type { Command } from './types.ts';
import { isOpen } from './types.ts';

/** Those that stand for all others, as the server writes them. */
const WHOLE_OPTIONS: Readonly<Record<string, string>> = { all: 'All', none: 'None' };
const MIXED_OPTIONS = 'Either all Options must start with + or -, or no Option may.';

/** `set_options` (server/core.c): since 2.4 signs are not mixed; behind All and None there may be any. */
export function optionsError({ args, version }: Command): string | null {
  let isWhole = false;
  let isSigned = false;
  for (const [i, arg] of args.entries()) {
    const [, sign = '', name = ''] = /^([+-]?)(.*)/s.exec(arg.toLowerCase()) ?? [];
    if (isOpen(arg)) return null;
    if (!OPTION_WORDS.has(name)) return `Illegal option ${arg}`;
    if (version === '2.2') continue;
    if (sign === '' ? isSigned : i > 0 && !isSigned && !isWhole) return MIXED_OPTIONS;
    isSigned ||= sign !== '';
    const whole = WHOLE_OPTIONS[name];
    if (whole === undefined) continue;
    if (sign !== '') return `You may not use 'Options +${whole}' or 'Options -${whole}'.`;
    isWhole = true;
  }
  return null;
}
