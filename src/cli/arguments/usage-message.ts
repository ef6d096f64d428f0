import { nearestName } from '../../text/index.ts';

/**
 * What yargs says of a wrong command line, in words that name the option as it is typed and say what to do.
 * `options` are the names that exist.
 */
export function usageMessage(fromYargs: string, options: readonly string[]): string {
  const unknown = /^Unknown arguments?: (.+)$/.exec(fromYargs);
  if (unknown !== null) return unknownOption(unknown[1]!.split(', ')[0]!, options);
  const choice = /Argument: (.+?), Given: (.+?), Choices: (.+)/.exec(fromYargs);
  if (choice !== null) return `--${choice[1]} can be ${choice[3]}, not ${choice[2]}`.replaceAll('"', '');
  const value = /^(?:Not enough arguments following|Missing argument value): (.+)$/.exec(fromYargs);
  if (value !== null) return `${dashed(value[1]!)} needs a value`;
  return fromYargs;
}

function unknownOption(name: string, options: readonly string[]): string {
  if (options.includes(name))
    return `${dashed(name)} is an option of migrate alone; a PATH named like a command is typed ./NAME`;
  const nearest = nearestName(name, options);
  return `unknown option ${dashed(name)}${nearest === null ? '' : `; did you mean ${dashed(nearest)}?`}`;
}

function dashed(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}
