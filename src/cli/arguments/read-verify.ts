import type { VerifyCommand } from '../command.ts';
import { rejectConflicts } from './conflicts.ts';
import { choiceOption, textOption, UsageError, words, readTerminal, readTarget } from './given-options.ts';
import type { GivenOptions } from './given-options.ts';
import { readReading } from './read-reading.ts';

/** The verify command of what yargs understood. @throws UsageError */
export function readVerify(given: GivenOptions): VerifyCommand {
  rejectConflicts(given);
  const [before, after, more] = words(given, 'verify');
  if (before === undefined || after === undefined || before === '' || after === '') {
    throw new UsageError('verify needs two trees: BEFORE, as 2.2 had it, and AFTER, for 2.4');
  }
  if (more !== undefined) throw new UsageError(`verify takes two trees, not a third: ${more}`);
  if (before === '-' && after === '-')
    throw new UsageError('only one of the two trees can be - (standard input)');
  const accessLog = textOption(given, 'access-log');
  const logHost = textOption(given, 'log-host');
  if (accessLog === null && logHost !== null) throw new UsageError('--log-host goes with --access-log');
  if (accessLog === '-' && [before, after].includes('-')) {
    throw new UsageError('- (standard input) can be a tree or the log, not both');
  }
  return {
    name: 'verify',
    before,
    after,
    accessLog,
    logHost,
    target: readTarget(given),
    httpd: textOption(given, 'httpd'),
    semantics: choiceOption(given, 'semantics', ['contract', 'exact']) ?? 'exact',
    ...readReading(given),
    readAs: choiceOption(given, 'as', ['2.2']),
    format: choiceOption(given, 'format', ['text', 'json']) ?? 'text',
    terminal: readTerminal(given),
  };
}
