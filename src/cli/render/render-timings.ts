import { takeTimings } from '../../text/index.ts';

/** Less than these ms are put together in one line. */
const WORTH_A_LINE = 1;

/** Where the time of this run went, the longest first, and what was counted. */
export function renderTimings(sinceStart: number): string {
  const { spent, counted } = takeTimings();
  const lines = [...spent].toSorted(([, a], [, b]) => b - a);
  const listed = lines.filter(([, ms]) => ms >= WORTH_A_LINE);
  const rest = sinceStart - listed.reduce((sum, [, ms]) => sum + ms, 0);
  const row = (what: string, value: string): string => `  ${value.padStart(9)}  ${what}\n`;
  const times = [...listed, ['start and all else', rest] as const].map(([what, ms]) =>
    row(what, `${ms.toFixed(0)} ms`),
  );
  const counts = [...counted].map(([what, number]) => row(what, String(number)));
  return `Where the time went, ${sinceStart.toFixed(0)} ms:\n${times.join('')}What was done:\n${counts.join('')}`;
}
