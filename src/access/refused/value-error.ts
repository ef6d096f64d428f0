import type { Occurrence } from '../../model/index.ts';
import { hostLineError } from '../sections/misspelt-line.ts';

/** What the core and the modules of access say against the words of a line, `Require` lines apart. */
export function valueError(line: Occurrence): string | null {
  return hostLineError(line, '2.4') ?? VALUE_ERRORS[line.name]?.(line.args) ?? null;
}

const VALUE_ERRORS: Readonly<Record<string, (args: readonly string[]) => string | null>> = {
  authmerging: ([word = '']) =>
    /^(?:off|and|or)$/i.test(word) ? null : 'AuthMerging must be one of: Off | And | Or',
  allowoverride: overrideError,
  options: optionsError,
  allowoverridelist: (args) =>
    args.length > 1 && args.some((word) => word.toLowerCase() === 'none')
      ? "'None' not allowed with other directives in AllowOverrideList"
      : null,
};

const OVERRIDE_WORD =
  /^(?:(?:limit|fileinfo|authconfig|indexes|none|all|options(?:=.*)?)|nonfatal=(?:override|unknown|all))$/i;

function overrideError(args: readonly string[]): string | null {
  const odd = args.find((word) => !OVERRIDE_WORD.test(word));
  return odd === undefined ? null : `Illegal override option ${odd}`;
}

const OPTIONS: ReadonlySet<string> = new Set(
  (
    'indexes includes includesnoexec followsymlinks symlinksifownermatch execcgi multiviews ' +
    'runscripts all none'
  ).split(' '),
);
/** Those that stand for all others, as the server writes them. */
const WHOLE_OPTIONS: Readonly<Record<string, string>> = { all: 'All', none: 'None' };
const MIXED_OPTIONS = 'Either all Options must start with + or -, or no Option may.';

/** `set_options` (server/core.c): behind All and None there may be any. */
function optionsError(args: readonly string[]): string | null {
  let isWhole = false;
  let isSigned = false;
  for (const [i, arg] of args.entries()) {
    const [, sign = '', name = ''] = /^([+-]?)(.*)/s.exec(arg.toLowerCase()) ?? [];
    if (!OPTIONS.has(name)) return `Illegal option ${arg}`;
    if (sign === '' ? isSigned : i > 0 && !isSigned && !isWhole) return MIXED_OPTIONS;
    isSigned ||= sign !== '';
    const whole = WHOLE_OPTIONS[name];
    if (whole === undefined) continue;
    if (sign !== '') return `You may not use 'Options +${whole}' or 'Options -${whole}'.`;
    isWhole = true;
  }
  return null;
}
