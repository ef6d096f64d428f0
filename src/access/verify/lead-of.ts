import type { Evaluation } from '../request/evaluate-request.ts';
import type { Round } from '../request/round.ts';

/** What comes of a request beside the access rules: the line that answers it by itself, or where its address leads. */
export interface Lead {
  /** Of what answers by itself, Redirect among it; null if nothing does, or its status is not known. */
  readonly status: number | null;
  /** What that is; null if nothing does. */
  readonly answered: string | null;
  readonly mapped: Round['mapped'] | null;
}

export function leadOf({ rounds, beside }: Evaluation): Lead {
  const last = rounds.findLast(({ why }) => why === 'request' || why === 'rewritten');
  const answer = beside ?? last?.early ?? null;
  return { status: answer?.status ?? null, answered: answer?.why ?? null, mapped: last?.mapped ?? null };
}

/** Whether two trees do the same with a request. Folders may have other names, as long as the same kind of line leads to them. */
export function leadsAlike(a: Lead, b: Lead): boolean {
  if (a.status !== b.status) return false;
  if (a.mapped === null || b.mapped === null) return a.mapped === b.mapped;
  const [was, is] = [a.mapped.target, b.mapped.target];
  if (was.type === 'proxy' && is.type === 'proxy') return was.url === is.url;
  if (was.type === 'file' && is.type === 'file') {
    return was.path === is.path || a.mapped.by?.name === b.mapped.by?.name;
  }
  // Which address a Redirect gives stands in its line alone.
  if (was.type === 'answered' && is.type === 'answered') return written(a) === written(b);
  return was.type === is.type;
}

function written({ mapped }: Lead): string {
  return mapped?.by?.args.join(' ') ?? '';
}

/** In half a sentence. */
export function leadWords({ answered, mapped }: Lead): string {
  const line = mapped?.by?.node.name.value ?? null;
  const by = line === null ? '' : ` (${line})`;
  if (mapped?.target.type === 'answered')
    return `${line ?? 'a rule'} ${mapped.by?.args.join(' ') ?? ''}`.trim();
  if (answered !== null) return answered;
  if (mapped?.target.type === 'file') return `leads to ${mapped.target.path}${by}`;
  return mapped?.target.type === 'proxy'
    ? `is proxied to ${mapped.target.url}${by}`
    : `leads to a place that the configuration does not show${by}`;
}
