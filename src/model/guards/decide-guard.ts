import { hasPlaceholder } from '../../syntax/index.ts';
import type { TemplateEngine } from '../../syntax/index.ts';
import type { Truth } from '../types.ts';
import type { Defines } from './defines.ts';
import { decideIfVersion } from './if-version.ts';
import type { ServerModules } from './server-modules.ts';
import { not } from './truth.ts';

/** The release that stands for 2.2: its last one. */
const VERSION_22 = '2.2.34';
/** The release that stands for a 2.4 whose version is not known. */
const VERSION_24 = '2.4.62';

const GUARDS = new Set(['ifmodule', 'ifdefine', 'ifversion', 'iffile', 'ifdirective', 'ifsection']);

/** Whether the section (lower case name) is read, or skipped, as a whole while the configuration is read. */
export function isGuard(name: string): boolean {
  return GUARDS.has(name);
}

export interface GuardState {
  readonly defines: Defines;
  readonly modules: ServerModules;
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
      return negateIf(isNegated, state.modules.find(name));
    case 'ifdefine':
      return negateIf(isNegated, state.defines.isDefined(name));
    case 'ifversion':
      return {
        on22: decideIfVersion(args, VERSION_22),
        on24: decideIfVersion(args, state.version24 ?? VERSION_24),
      };
    default:
      // IfFile, IfDirective, IfSection: 2.2 knows none of them, whatever they ask.
      return { on22: 'no', on24: 'maybe' };
  }
}

function negateIf(isNegated: boolean, { on22, on24 }: Decision): Decision {
  return isNegated ? { on22: not(on22), on24: not(on24) } : { on22, on24 };
}
