import { moduleFacts } from '../../catalog/index.ts';
import type { DirectiveFacts } from '../../catalog/index.ts';
import type { Occurrence, Scope } from '../../model/index.ts';
import { argumentsError } from '../sections/values-22.ts';
import { hostLineError } from '../sections/misspelt-line.ts';
import { untilEmpty } from '../../text/index.ts';
import { uncompiledPattern } from './uncompiled-patterns.ts';
import { placeError } from './place-errors.ts';

/**
 * What the server says against a line before a module looks at its words: where it stands, how many words it has (server/config.c).
 * @param isWhole whether it is known what is around the outermost lines: a part of a server may be the inside of a section
 */
export function commandError(
  item: Occurrence | Scope,
  facts: DirectiveFacts,
  isWhole: boolean,
): string | null {
  const atPlace = placeError(item, facts, isWhole);
  if (atPlace !== null || item.type === 'scope') return atPlace;
  return argumentsError(item, facts.argumentKind);
}

/** What the core and the modules of access say against the words of a line, `Require` lines apart. */
export function valueError(line: Occurrence): string | null {
  return (
    hostLineError(line, '2.4') ??
    VALUE_ERRORS[line.name]?.(line.args) ??
    proxyPassError(line) ??
    uncompiledPattern(line)
  );
}

/** A LoadModule line that looks for one module in the file of another, of httpd's own (`load_module`, mod_so.c). */
export function swappedModuleError({ name, args: [identifier = '', path = ''] }: Occurrence): string | null {
  if (name !== 'loadmodule') return null;
  const file = path.slice(path.lastIndexOf('/') + 1);
  const facts = moduleFacts(file);
  if (facts === null || file !== facts.file || facts.identifier === identifier) return null;
  return `Can't locate API module structure \`${identifier}' in file ${path}`;
}

/** A section is the path by itself (`add_pass` and `add_pass_reverse`, mod_proxy.c). */
function proxyPassError({ name, args, scope: { kind } }: Occurrence): string | null {
  const isReverse = name === 'proxypassreverse';
  if (!isReverse && name !== 'proxypass' && name !== 'proxypassmatch') return null;
  const prefix = isReverse ? 'ProxyPassReverse' : 'ProxyPass|ProxyPassMatch';
  if (kind === 'virtualhost') {
    return args.length === 1 ? `${prefix} needs a path when not defined in a location` : null;
  }
  const hasPath = args.slice(1).some((word) => !PROXY_PASS_WORD.test(word));
  return kind === 'server' || !hasPath
    ? null
    : `${prefix} can't have a path when defined in a location${isReverse ? '' : '.'}`;
}

const PROXY_PASS_WORD = /=|^(?:nocanon|interpolate|noquery)$/i;

const REWRITE_OPTION =
  /^(?:inherit(?:before|down|downbefore)?|ignoreinherit|allownoslash|maxredirects=.*|allowanyuri|mergebase|ignorecontextinfo|legacyprefixdocroot|unsafeprefixstat|longurloptimization)$/i;

const VALUE_ERRORS: Readonly<Record<string, (args: readonly string[]) => string | null>> = {
  authmerging: ([word = '']) =>
    /^(?:off|and|or)$/i.test(word) ? null : 'AuthMerging must be one of: Off | And | Or',
  allowoverride: overrideError,
  options: optionsError,
  rewriteoptions: (args) => {
    const odd = untilEmpty(args).find((word) => !REWRITE_OPTION.test(word));
    return odd === undefined ? null : `RewriteOptions: unknown option '${odd}'`;
  },
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
