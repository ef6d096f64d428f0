import { isIP } from 'node:net';
import { UsageError } from './given-options.ts';

/** The address that --client names. @throws UsageError */
export function readClient(text: string): string {
  if (isIP(text) === 0) throw new UsageError(`--client takes an IP address, such as 127.0.0.1, not ${text}`);
  return text;
}
