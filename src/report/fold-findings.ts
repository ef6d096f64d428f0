import type { Finding } from '../migrate/index.ts';
import type { Level } from '../transform/index.ts';
import { groupBy } from '../text/index.ts';

/** A finding that is listed, with all that goes with it. */
export interface FoldedFinding {
  readonly finding: Finding;
  /** Findings that say the very same of other places. */
  readonly same: readonly Finding[];
  /** After the last listed one of its kind: those of the kind that are not. */
  readonly more: readonly Finding[];
}

/** So many messages of one kind are listed: errors must be settled one by one, notes are for the eye that passes by. */
const MOST: Readonly<Record<Level, number>> = { error: 10, warning: 2, info: 1 };

/** One entry for each message; of a kind with many messages the first few. Keeps the order. */
export function foldFindings(findings: readonly Finding[]): FoldedFinding[] {
  const folded = new Map<Finding, FoldedFinding>();
  for (const kind of groupBy(findings, kindOf).values()) {
    const messages = [...groupBy(kind, textOf).values()];
    const most = MOST[kind[0].level];
    // One more line would say no more than the one that it saves.
    const shown = messages.length <= most + 1 ? messages : messages.slice(0, most);
    const more = messages.slice(shown.length).flat();
    for (const [at, [finding, ...same]] of shown.entries()) {
      folded.set(finding, { finding, same, more: at === shown.length - 1 ? more : [] });
    }
  }
  return findings.flatMap((finding) => folded.get(finding) ?? []);
}

function kindOf({ transform, messageId, level, applied }: Finding): string {
  return `${transform} ${messageId} ${level} ${applied}`;
}

function textOf({ message, fixTitle }: Finding): string {
  return JSON.stringify([message, fixTitle]);
}
