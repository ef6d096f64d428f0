import { moduleFacts } from '../../catalog/index.ts';
import type { DirectiveFacts } from '../../catalog/index.ts';
import type { Occurrence, Scope } from '../../model/index.ts';
import { argumentsError } from '../commands/argument-counts.ts';
import { hostLineError } from '../sections/misspelt-line.ts';
import { wordsError } from '../commands/words-error.ts';
import { uncompiledPattern } from '../commands/uncompiled-patterns.ts';
import type { Version } from '../sections/worlds.ts';
import { placeError } from './place-errors.ts';

/**
 * What the server says against a line before a module looks at its words: where it stands, how many words it has (server/config.c).
 * @param isWhole whether it is known what is around the outermost lines: a part of a server may be the inside of a section
 */
export function commandError(
  item: Occurrence | Scope,
  facts: DirectiveFacts,
  isWhole: boolean,
  version: Version,
): string | null {
  const atPlace = placeError(item, facts, isWhole, version);
  if (atPlace !== null || item.type === 'scope') return atPlace;
  return argumentsError(item, facts.argumentKind, version);
}

/** What the server says against the words of a line, `Require` lines and expressions apart. @param isWhole as in `commandError` */
export function valueError(line: Occurrence, isWhole: boolean, version: Version): string | null {
  return hostLineError(line, version) ?? wordsError(line, version, isWhole) ?? uncompiledPattern(line);
}

/** A LoadModule line that looks for one module in the file of another, of httpd's own (`load_module`, mod_so.c). */
export function swappedModuleError({ name, args: [identifier = '', path = ''] }: Occurrence): string | null {
  if (name !== 'loadmodule') return null;
  const file = path.slice(path.lastIndexOf('/') + 1);
  const facts = moduleFacts(file);
  if (facts === null || file !== facts.file || facts.identifier === identifier) return null;
  return `Can't locate API module structure \`${identifier}' in file ${path}`;
}
