import type { RequestsCommand } from '../command.ts';
import { rejectConflicts } from './conflicts.ts';
import type { GivenOptions } from './given-options.ts';
import { choiceOption, textOption, UsageError, words, readTerminal } from './given-options.ts';
import { readReading } from './read-reading.ts';
import { isIP } from 'node:net';

/** The requests command of what yargs understood. @throws UsageError */
export function readRequests(given: GivenOptions): RequestsCommand {
  rejectConflicts(given);
  const [path, more] = words(given, 'requests');
  if (path === undefined || path === '') throw new UsageError('requests needs a PATH, such as /etc/httpd');
  if (more !== undefined) throw new UsageError(`requests takes one at a time, not ${path} and ${more}`);
  return {
    name: 'requests',
    path,
    client: readClient(textOption(given, 'client') ?? '127.0.0.1'),
    most: readMost(textOption(given, 'most') ?? '50'),
    readAs: choiceOption(given, 'as', ['2.2', '2.4']),
    ...readReading(given),
    format: choiceOption(given, 'format', ['text', 'json']) ?? 'text',
    terminal: readTerminal(given),
  };
}

function readMost(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new UsageError(`--most takes a number from 1 to 999999, not ${text}`);
  return Number(text);
}

/** The address that --client names. @throws UsageError */
export function readClient(text: string): string {
  if (isIP(text) === 0) throw new UsageError(`--client takes an IP address, such as 127.0.0.1, not ${text}`);
  return text;
}
