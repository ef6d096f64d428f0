import type { TerminalOptions } from '../command.ts';
import { switchOption } from './given-options.ts';
import type { GivenOptions } from './given-options.ts';

/** The options that all commands share. */
export function readTerminal(given: GivenOptions): TerminalOptions {
  return {
    color: switchOption(given, 'color'),
    quiet: switchOption(given, 'quiet') ?? false,
    verbose: switchOption(given, 'verbose') ?? false,
  };
}
