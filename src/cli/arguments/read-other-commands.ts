import type {
  CollectCommand,
  CompletionCommand,
  ManualCommand,
  ExplainCommand,
  RulesCommand,
  TreeCommand,
} from '../command.ts';
import { rejectConflicts } from './conflicts.ts';
import { choiceOption, switchOption, UsageError, words } from './given-options.ts';
import { didYouMean } from '../../text/index.ts';
import type { GivenOptions } from './given-options.ts';
import { readReading } from './read-reading.ts';
import { readTerminal } from './read-terminal.ts';

/** @throws UsageError */
export function readRules(given: GivenOptions): RulesCommand {
  rejectConflicts(given);
  const [more] = words(given, 'rules');
  if (more !== undefined)
    throw new UsageError(`rules lists all transforms; for one: httpd-codemod explain ${more}`);
  const format = choiceOption(given, 'format', ['json']) ?? 'table';
  return { name: 'rules', format, terminal: readTerminal(given) };
}

/** @throws UsageError */
export function readTree(given: GivenOptions): TreeCommand {
  rejectConflicts(given);
  return {
    name: 'tree',
    path: onlyWord(given, 'tree', 'a PATH, such as /etc/httpd'),
    ...readReading(given),
    terminal: readTerminal(given),
  };
}

/** @throws UsageError */
export function readCollect(given: GivenOptions): CollectCommand {
  rejectConflicts(given);
  const isScript = switchOption(given, 'script') ?? false;
  const [word] = words(given, 'collect');
  if (isScript && word !== undefined) {
    throw new UsageError('--script takes no PATH: give the folder to the script, on the old server');
  }
  return {
    name: 'collect',
    path: isScript ? null : onlyWord(given, 'collect', 'a PATH, such as /etc/httpd, or --script'),
    isNull: switchOption(given, 'null') ?? false,
    ...readReading(given),
    terminal: readTerminal(given),
  };
}

/** @throws UsageError */
export function readExplain(given: GivenOptions): ExplainCommand {
  rejectConflicts(given);
  const topic = words(given, 'explain').join(' ').trim();
  if (topic === '') throw new UsageError(`explain needs ${TOPICS}`);
  return { name: 'explain', topic, terminal: readTerminal(given) };
}

const TOPICS =
  'a transform (httpd-codemod rules lists them), a directive, a module, a row of the upgrade guide, or a line of an error log';

function onlyWord(given: GivenOptions, command: string, what: string): string {
  const [word, more] = words(given, command);
  if (word === undefined || word === '') throw new UsageError(`${command} needs ${what}`);
  if (more !== undefined) throw new UsageError(`${command} takes one at a time, not ${word} and ${more}`);
  return word;
}

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** @throws UsageError */
export function readCompletion(given: GivenOptions): CompletionCommand {
  const word = onlyWord(given, 'completion', 'a shell: bash, zsh or fish');
  const shell = SHELLS.find((each) => each === word);
  if (shell === undefined)
    throw new UsageError(`completion is for bash, zsh and fish, not for ${word}${didYouMean(word, SHELLS)}`);
  return { name: 'completion', shell };
}

/** @throws UsageError */
export function readManual(given: GivenOptions): ManualCommand {
  const [more] = words(given, 'man');
  if (more !== undefined) throw new UsageError('man prints one page, about all: man goes alone');
  return { name: 'man' };
}
