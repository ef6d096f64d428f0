import type { Occurrence } from '../../model/index.ts';
import { occurrencesOf } from '../../model/index.ts';
import { completePath } from '../folders/paths.ts';
import { hasModule } from './has-module.ts';
import type { RequestTree } from './request-tree.ts';
import type { Round } from './round.ts';

/** What mod_mime makes of a file's name (`find_ct`). */
export interface Media {
  /** In lower case; null: none. */
  readonly type: string | null;
  /** The name up to the first ending, then the endings that say nothing; null where none says anything. */
  readonly unrecognized: readonly string[] | null;
  /** Endings that may have a type in a file that can't be read here; they are taken to have none. */
  readonly doubted: readonly string[];
}

/** What an ending may say, beside a handler and filters: that a file has it makes it a variant of MultiViews. */
const KINDS = ['type', 'language', 'charset', 'encoding'] as const;

export function mediaOf(tree: RequestTree, round: Round): Media {
  const { recorder, file } = round;
  if (!hasModule(tree, 'mime')) return { type: forcedType(round), unrecognized: null, doubted: [] };
  const [base, ...parts] = partsOf(file?.path ?? '', tree.version);
  const endings = parts.filter((each) => each !== '');
  const linesByKind = KINDS.map((kind) => recorder.lines(`add${kind}`, `remove${kind}`));
  const [ofTypes = [], ...ofOthers] = linesByKind;
  const types = tree.mediaTypes();
  const isTakenElsewise = takenElsewise(round);
  let type: string | null = null;
  const unrecognized = [base ?? ''];
  const doubted: string[] = [];
  for (const ending of endings) {
    const line = lineFor(ofTypes, ending);
    const own = line === undefined ? types?.get(ending.toLowerCase()) : addedBy(line);
    type = own ?? type;
    const isKnown =
      own !== undefined ||
      isTakenElsewise(ending) ||
      ofOthers.some((lines) => addedBy(lineFor(lines, ending)) !== undefined);
    if (!isKnown) unrecognized.push(ending);
    if (line === undefined && types === null) doubted.push(ending);
  }
  const isAnyKnown = unrecognized.length <= endings.length;
  return { type: forcedType(round) ?? type, unrecognized: isAnyKnown ? unrecognized : null, doubted };
}

/** Endings that MultiviewsMatch takes for known beside those of a kind (`find_ct`, mod_mime.c). */
function takenElsewise({ recorder }: Round): (ending: string) => boolean {
  const words =
    recorder
      .lines('multiviewsmatch')
      .at(-1)
      ?.args.map((word) => word.toLowerCase()) ?? [];
  if (words.includes('any')) return () => true;
  const kinds = ['handler', 'inputfilter', 'outputfilter'].filter((kind) =>
    words.some((word) => kind.endsWith(word.replace(/s$/, ''))),
  );
  const lines = kinds.map((kind) => recorder.lines(`add${kind}`, `remove${kind}`));
  return (ending) => lines.some((each) => addedBy(lineFor(each, ending)) !== undefined);
}

/** The name and its endings. 2.4 takes dots at the start for part of the name. */
function partsOf(path: string, version: RequestTree['version']): readonly string[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const [, dots = '', rest = ''] = (version === '2.4' ? /^(\.*)(.*)$/s : /^()(.*)$/s).exec(name) ?? [];
  const [first = '', ...endings] = rest.split('.');
  return [dots + first, ...endings];
}

/** The last of these lines that is for files with the ending; those of inner sections are last. */
export function lineFor(lines: readonly Occurrence[], ending: string): Occurrence | undefined {
  return lines.findLast(({ name, args }) => {
    const of = name.startsWith('remove') ? args : args.slice(1);
    return of.some((each) => each.toLowerCase().replace(/^\./, '') === ending.toLowerCase());
  });
}

/** What an Add line says, in lower case; undefined for a Remove line. */
export function addedBy(line: Occurrence | undefined): string | undefined {
  return line?.name.startsWith('add') === true ? line.args[0]?.toLowerCase() : undefined;
}

/** What ForceType says, in lower case; null: nothing. */
export function forcedType({ recorder }: Pick<Round, 'recorder'>): string | null {
  const type = recorder.lines('forcetype').at(-1)?.args[0]?.toLowerCase() ?? 'none';
  return type === 'none' ? null : type;
}

/** The endings in the file of TypesConfig, in lower case, with their types; null if it can't be read here. */
export function readMediaTypes({
  model,
  files,
}: Pick<RequestTree, 'model' | 'files'>): ReadonlyMap<string, string> | null {
  const [path = 'conf/mime.types'] = occurrencesOf(model, 'typesconfig').at(-1)?.args ?? [];
  const text = files.textOf(completePath(path, model));
  if (text === null) return null;
  const types = new Map<string, string>();
  for (const line of text.split('\n')) {
    if (line.startsWith('#')) continue;
    const [type = '', ...endings] = line.trim().split(/\s+/);
    for (const ending of endings) types.set(ending.toLowerCase(), type.toLowerCase());
  }
  return types;
}
