import type {
  CollectCommand,
  CompletionCommand,
  ManualCommand,
  ExplainCommand,
  RulesCommand,
  TreeCommand,
  StatusCommand,
  UndoCommand,
} from '../command.ts';
import { rejectConflicts } from './conflicts.ts';
import type { GivenOptions } from './given-options.ts';
import {
  choiceOption,
  switchOption,
  UsageError,
  words,
  listOption,
  textOption,
  readTerminal,
} from './given-options.ts';
import { didYouMean } from '../../text/index.ts';
import { readReading } from './read-reading.ts';

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
  'a transform (httpd-codemod rules lists them), a directive, a module, a row of the upgrade guide, a status, or a line of an error log';

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

/** @throws UsageError */
export function readStatus(given: GivenOptions): StatusCommand {
  rejectConflicts(given);
  const [path, more] = words(given, 'status');
  if (path === undefined || path === '') throw new UsageError('status needs a PATH, such as /etc/httpd');
  if (more !== undefined) throw new UsageError(`status takes one PATH at a time, not ${path} and ${more}`);
  const settle = listOption(given, 'settle');
  if (settle?.length === 0) throw new UsageError('--settle needs a rule, FILE:LINE, or all');
  const format = choiceOption(given, 'format', ['text', 'json']) ?? 'text';
  return { name: 'status', path, settle, format, terminal: readTerminal(given) };
}

/** @throws UsageError */
export function readUndo(given: GivenOptions): UndoCommand {
  rejectConflicts(given);
  const paths = words(given, 'undo');
  const from = textOption(given, 'from');
  const task = readTask(given);
  const [path, more] = paths;
  if (task === 'list' && more !== undefined) {
    throw new UsageError(`--list shows one PATH at a time, not ${path} and ${more}, or all without one`);
  }
  if (task === 'list' && from !== null) throw new UsageError(LIST_FROM);
  if (paths.includes('')) throw new UsageError('the PATH is empty');
  if (path === undefined && from === null && task !== 'list') {
    throw new UsageError('undo needs a PATH, such as /etc/httpd');
  }
  return { name: 'undo', paths, from, task, terminal: readTerminal(given) };
}

const LIST_FROM = '--list shows what can be undone, --from names trees to undo: use one of them';

function readTask(given: GivenOptions): UndoCommand['task'] {
  const isList = switchOption(given, 'list') === true;
  const isFinish = switchOption(given, 'finish') === true;
  if (isList && isFinish) throw new UsageError('--list only looks, --finish changes files: use one of them');
  return isList ? 'list' : isFinish ? 'finish' : 'undo';
}
