import type { TemplateEngine } from '../../syntax/index.ts';
import { hasPlaceholder } from '../../syntax/index.ts';
import type { Truth } from '../types.ts';
import { decodePath, resolvePath } from '../paths/config-path.ts';
import type { Places } from '../paths/places.ts';
import type { Defines } from './defines.ts';
import { GUARD_NAMES } from './guard-test.ts';
import type { ServerModules } from './server-modules.ts';
import { not, truthOf } from './truth.ts';
import { compilePattern } from '../../pattern/index.ts';

/** The release that stands for 2.2: its last one. */
const VERSION_22 = '2.2.34';
/** The release that stands for a 2.4 whose version is not known. */
const VERSION_24 = '2.4.62';

/** Before it IfModule and IfDefine were read as in 2.2. */
const FIRST_WITHOUT_QUOTES = '2.4.34';

/** Whether the section (lower case name) is read, or skipped, as a whole while the configuration is read. */
export function isGuard(name: string): boolean {
  return GUARD_NAMES.has(name);
}

export interface GuardState {
  readonly defines: Defines;
  readonly modules: ServerModules;
  readonly places: Places;
  /** ServerRoot as the lines read so far state it. */
  readonly root: string;
  /** False for a fragment: which files its server has is not known. */
  readonly followsIncludes: boolean;
  readonly version24: string | null;
  /** The server before the migration. */
  readonly readBy: '2.2' | '2.4';
}

export interface Decision {
  readonly on22: Truth;
  readonly on24: Truth;
}

/** Whether each server reads what is in the guard, at this point of the reading order. */
export function decideGuard(
  kind: string,
  args: readonly string[],
  state: GuardState,
  engine: TemplateEngine = 'auto',
): Decision {
  if (args.some((word) => hasPlaceholder(word, engine))) return { on22: 'maybe', on24: 'maybe' };
  const { on22, on24 } = decideByVersion(kind, args, state);
  return { on22: state.readBy === '2.4' ? on24 : on22, on24 };
}

function decideByVersion(kind: string, args: readonly string[], state: GuardState): Decision {
  const [first = ''] = args;
  const isNegated = first.startsWith('!');
  const name = isNegated ? first.slice(1) : first;
  switch (kind) {
    case 'ifmodule':
      return negateIf(
        isNegated,
        findQuoted(name, state, (each) => state.modules.find(each)),
      );
    case 'ifdefine':
      return negateIf(
        isNegated,
        findQuoted(name, state, (each) => state.defines.isDefined(each)),
      );
    case 'ifversion':
      return {
        on22: decideIfVersion(args, VERSION_22),
        on24: decideIfVersion(args, state.version24 ?? VERSION_24),
      };
    default: {
      // IfFile, IfDirective, IfSection: 2.2 knows none of them, whatever they ask.
      const on24 = decideLate(kind, unquoted(name), state);
      return { on22: 'no', on24: isNegated ? not(on24) : on24 };
    }
  }
}

/** The guards that came with 2.4.34 (`test_iffile_section` and others, server/core.c). */
function decideLate(
  kind: string,
  name: string,
  { modules, places, root, followsIncludes }: GuardState,
): Truth {
  switch (kind) {
    case 'ifdirective':
      return modules.findDirective24(name);
    case 'ifsection':
      return modules.findDirective24(`<${name}`);
    default: {
      const at = followsIncludes ? places.kindOf(resolvePath(root, decodePath(name))) : 'outside';
      // What is not there may be put there: such a file is often the switch for what is in the guard.
      return at === null || at === 'outside' ? 'maybe' : 'yes';
    }
  }
}

/** The quotes of `!"mod_x.c"` were part of the name for 2.2; 2.4 takes them off (start_cond_section in server/core.c). */
function findQuoted(name: string, { version24 }: GuardState, find: (name: string) => Decision): Decision {
  const inner = unquoted(name);
  if (inner === name) return find(name);
  const takesOff = (compareVersions(version24 ?? VERSION_24, FIRST_WITHOUT_QUOTES) ?? 0) >= 0;
  return { on22: 'no', on24: takesOff ? find(inner).on24 : 'no' };
}

function unquoted(name: string): string {
  return /^(["'])(.*)\1$/s.exec(name)?.[2] ?? name;
}

function negateIf(isNegated: boolean, { on22, on24 }: Decision): Decision {
  return isNegated ? { on22: not(on22), on24: not(on24) } : { on22, on24 };
}

/**
 * Whether `<IfVersion ...>` with these arguments holds for the version (`2.2.34`), as start_ifversion of mod_version.c decides it.
 * `maybe` for what the server would refuse to read.
 */
function decideIfVersion(args: readonly string[], version: string): Truth {
  const [operator, operand] = args.length === 1 ? ['=', args[0]] : args;
  if (operator === undefined || operand === undefined) return 'maybe';
  const isNegated = operator.startsWith('!') && operator.length > 1;
  const truth = compare(isNegated ? operator.slice(1) : operator, operand, version);
  return isNegated ? not(truth) : truth;
}

function compare(operator: string, operand: string, version: string): Truth {
  const sign = operator.slice(0, 1);
  const orEqual = operator.length === 2 && operator.endsWith('=') && sign !== '~';
  if (operator.length !== 1 && !orEqual) return 'maybe';
  if (sign === '~') return matches(operand, version);
  if (sign === '=' && operand.startsWith('/')) {
    return /^\/.+\/$/.test(operand) ? matches(operand.slice(1, -1), version) : 'maybe';
  }
  const order = compareVersions(version, operand);
  if (order === null) return 'maybe';
  if (sign === '=') return truthOf(order === 0);
  if (sign === '<') return truthOf(order < 0 || (orEqual && order === 0));
  return sign === '>' ? truthOf(order > 0 || (orEqual && order === 0)) : 'maybe';
}

/** Three numbers at the most; those that the operand lacks are 0. Null if it is no version. */
function compareVersions(version: string, operand: string): number | null {
  if (!/^\d+(\.\d*){0,2}$/.test(operand)) return null;
  const wanted = operand.split('.');
  const actual = version.split('.');
  for (let part = 0; part < 3; part++) {
    const difference =
      Number.parseInt(actual[part] ?? '0', 10) - (Number.parseInt(wanted[part] ?? '0', 10) || 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function matches(pattern: string, version: string): Truth {
  const holds = compilePattern(pattern)?.test(version) ?? null;
  return holds === null ? 'maybe' : truthOf(holds);
}
