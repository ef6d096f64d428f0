import type { ReadOptions, EnvironmentWish, FolderMap } from '../command.ts';
import type { GivenOptions } from './given-options.ts';
import { textOption, repeatedOption, UsageError, choiceOption } from './given-options.ts';
import { resolve } from 'node:path';
import type { AssumedKind } from '../../model/index.ts';
import { ASSUMED_KINDS } from '../../model/index.ts';
import { TEMPLATE_ENGINES } from '../../syntax/index.ts';
import { didYouMean } from '../../text/index.ts';

/** How a tree is to be read, as all commands that read one are told. @throws UsageError */
export function readReading(given: GivenOptions): ReadOptions {
  return {
    defines: readDefines(given),
    environment: readEnvironment(given),
    modules: textOption(given, 'modules'),
    serverRoot: textOption(given, 'server-root'),
    maps: readMaps(given),
    ...readTemplate(given),
  };
}

/** The names of -D, those with `!` among them. @throws UsageError */
export function readDefines(given: GivenOptions): readonly string[] {
  const names = repeatedOption(given, 'D') ?? [];
  if (names.includes('!')) {
    throw new UsageError(
      '-D ! names nothing: -D NAME for a name that httpd is started with, -D !NAME for one that it is not',
    );
  }
  const assigned = names.find((name) => /^!?=/.test(name));
  if (assigned !== undefined) {
    throw new UsageError(`-D takes a NAME, as httpd does, such as -D SSL: not -D${assigned}`);
  }
  const both = names.find((name) => names.includes(`!${name}`));
  if (both !== undefined) {
    throw new UsageError(`-D ${both} and -D !${both} contradict each other: use one of them`);
  }
  return names;
}

/** What --env and --env-file say that `${NAME}` stands for. @throws UsageError */
function readEnvironment(given: GivenOptions): EnvironmentWish {
  return wishOf(given, repeatedOption(given, 'env') ?? []);
}

/** The same where `--env NAME` is a variable of the request. @throws UsageError */
export function readBothEnvironments(
  given: GivenOptions,
): Readonly<{ environment: EnvironmentWish; env: readonly string[] }> {
  const words = repeatedOption(given, 'env') ?? [];
  return {
    environment: wishOf(
      given,
      words.filter((word) => word.includes('=')),
    ),
    env: words.filter((word) => !word.includes('=')),
  };
}

function wishOf(given: GivenOptions, words: readonly string[]): EnvironmentWish {
  return {
    values: Object.fromEntries(words.map(readVariable)),
    files: repeatedOption(given, 'env-file') ?? [],
  };
}

/** The message says no more than the name: a value may be a secret. */
function readVariable(word: string): [string, string] {
  const [, name, value] = /^([A-Za-z_][\w.-]*)(?:=(.*))?$/s.exec(word) ?? [];
  if (name !== undefined && value === undefined) {
    throw new UsageError(
      `--env ${name} lacks its value: --env ${name}=VALUE (commands to copy have it left out where they may end in a log)`,
    );
  }
  if (name === undefined || value === undefined) {
    throw new UsageError('--env takes NAME=VALUE, such as --env SITE=/srv/www');
  }
  return [name, value];
}

/** What --map says of where served folders lie. @throws UsageError */
export function readMaps(given: GivenOptions): readonly FolderMap[] {
  return (repeatedOption(given, 'map') ?? []).map((word) => {
    const [, from, to] = /^((?:\/|[A-Za-z]:)[^=]*)=(.+)$/s.exec(word) ?? [];
    if (from === undefined || to === undefined) {
      throw new UsageError(
        '--map takes FROM=TO: a folder as the configuration names it, and where it lies here, such as --map /srv/www=copy/srv/www',
      );
    }
    return { from: from.replace(/(?<=.)\/+$/, ''), to: resolve(to) };
  });
}

/** What is said of templates: --template, and with --assume what the values of placeholders hold. @throws UsageError */
export function readTemplate(given: GivenOptions): Pick<ReadOptions, 'template' | 'assumptions'> {
  return {
    template: choiceOption(given, 'template', TEMPLATE_ENGINES) ?? 'auto',
    assumptions: new Map((repeatedOption(given, 'assume') ?? []).map(readAssumption)),
  };
}

/** The name may hold a `=`. */
function readAssumption(word: string): [string, AssumedKind] {
  const [, name, kindWord] = /^([^]+)=([^=]*)$/.exec(word) ?? [];
  const kind = ASSUMED_KINDS.find((each) => each === kindWord);
  if (name !== undefined && kind !== undefined) return [name.trim(), kind];
  throw new UsageError(
    `--assume takes NAME=KIND, such as --assume admin_nets=addresses; a KIND is ${new Intl.ListFormat('en', { type: 'disjunction' }).format(ASSUMED_KINDS)}${didYouMean(kindWord ?? '', ASSUMED_KINDS)}`,
  );
}
