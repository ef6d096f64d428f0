import { printable, showableJson } from '../../report/index.ts';
import type { PrintConfigCommand } from '../command.ts';
import { printed } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';

/** All settings as they are in force: a settings file that would say the same. */
export function runPrintConfig({ file, settings }: PrintConfigCommand): Outcome {
  const from = file === null ? 'No settings file was found' : `Settings file: ${printable(file)}`;
  return { ...printed(`${showableJson(settings)}\n`), messages: `${from}.\n` };
}
