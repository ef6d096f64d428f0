import type { AssumedKind } from '../../model/index.ts';
import { ASSUMED_KINDS } from '../../model/index.ts';
import { TEMPLATE_ENGINES } from '../../syntax/index.ts';
import type { ReadOptions } from '../command.ts';
import { choiceOption, repeatedOption, UsageError } from './given-options.ts';
import { didYouMean } from '../../text/index.ts';
import type { GivenOptions } from './given-options.ts';

/** What is said of templates: --template, and with --assume what the values of placeholders hold. @throws UsageError */
export function readTemplate(given: GivenOptions): Pick<ReadOptions, 'template' | 'assumptions'> {
  return {
    template: choiceOption(given, 'template', TEMPLATE_ENGINES) ?? 'auto',
    assumptions: new Map((repeatedOption(given, 'assume') ?? []).map(readPair)),
  };
}

/** The name may hold a `=`. */
function readPair(word: string): [string, AssumedKind] {
  const [, name, said] = /^([^]+)=([^=]*)$/.exec(word) ?? [];
  const kind = ASSUMED_KINDS.find((each) => each === said);
  if (name !== undefined && kind !== undefined) return [name.trim(), kind];
  throw new UsageError(
    `--assume takes NAME=KIND, such as --assume admin_nets=addresses; a KIND is ${new Intl.ListFormat('en', { type: 'disjunction' }).format(ASSUMED_KINDS)}${didYouMean(said ?? '', ASSUMED_KINDS)}`,
  );
}
