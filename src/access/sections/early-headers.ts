import type { Occurrence } from '../../model/index.ts';

/** Whether a RequestHeader line counts before any rule is asked (`ap_headers_early`, mod_headers.c); another counts behind them all. */
export function isEarly({ args }: Occurrence): boolean {
  return args.length > 2 && args.at(-1)?.toLowerCase() === 'early';
}
