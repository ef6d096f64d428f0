import type { TemplateEngine } from '../../syntax/index.ts';
import { decideGuard } from '../guards/decide-guard.ts';
import type { Decision } from '../guards/decide-guard.ts';
import type { Reading } from './reading.ts';

/** How guards were decided where the reading is. */
export interface DecidedGuards {
  /** What `turns` of the reading was: the answers hold as long as it is that. */
  readonly turns: number;
  /** By the list of arguments, which is the same for most guards that ask the same. */
  readonly byArgs: Map<readonly string[], Decided>;
}

interface Decided {
  readonly kind: string;
  readonly engine: TemplateEngine;
  readonly decision: Decision;
}

/** More lists than that are no longer those of a few questions that all hosts ask. */
const MOST = 1000;

/** What `decideGuard` says here; the same guard of thousands of hosts is decided once. */
export function decideHere(
  kind: string,
  args: readonly string[],
  engine: TemplateEngine,
  reading: Reading,
): Decision {
  const { turns } = reading;
  if (reading.decided.turns !== turns || reading.decided.byArgs.size >= MOST) {
    reading.decided = { turns, byArgs: new Map() };
  }
  const { byArgs } = reading.decided;
  const known = byArgs.get(args);
  if (known?.kind === kind && known.engine === engine) return known.decision;
  const decision = decideGuard(kind, args, reading, engine);
  byArgs.set(args, { kind, engine, decision });
  return decision;
}
