import { didYouMean, nearestName } from '../../text/index.ts';

/**
 * What yargs says of a wrong command line, in words that name the option as it is typed and say what to do.
 * `options` are the names that exist, `argv` is what was typed.
 */
export function usageMessage(fromYargs: string, options: readonly string[], argv: readonly string[]): string {
  const unknown = /^Unknown arguments?: (.+)$/.exec(fromYargs);
  if (unknown !== null) {
    const single = argv.find((word) => /^-[a-z][a-z-]/.test(word) && options.includes(word.slice(1)));
    if (single !== undefined) return `unknown option ${single}; did you mean -${single}?`;
    const [name = ''] = unknown[1]!.split(', ');
    // To yargs --no-x is a switch x that is off.
    return unknownOption(argv.some((word) => word.startsWith(`--no-${name}`)) ? `no-${name}` : name, options);
  }
  const choice = /Argument: (.+?), Given: (.+?), Choices: (.+)/.exec(fromYargs);
  if (choice !== null) {
    const [, name = '', given = '', choices = ''] = choice.map((part) => part.replaceAll('"', ''));
    return `${dashed(name)} can be ${choices}, not ${given}${didYouMean(given, choices.split(', '))}`;
  }
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
