import { posix } from 'node:path';
import type { Migration } from '../migrate/index.ts';
import type { TextStyle } from './text-style.ts';

/** Names files from the deepest folder that holds the configuration; those elsewhere as ever. */
export function namedInTree({ model }: Migration, style: TextStyle): TextStyle {
  const own = [...model.files.values()].filter(({ role }) => role === 'config').map(({ path }) => path);
  const folder = commonFolder(own.length > 0 ? own : [...model.files.keys()]);
  if (folder === '') return style;
  const displayPath = (path: string) => {
    const shown = style.displayPath(path);
    const short = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : shown;
    return short.length < shown.length ? short : shown;
  };
  return { ...style, displayPath };
}

function commonFolder(paths: Iterable<string>): string {
  let common: string[] | null = null;
  for (const path of paths) {
    const names = posix.dirname(path).split('/');
    const kept: string[] = common ?? names;
    const end = kept.findIndex((name, at) => name !== names[at]);
    common = end === -1 ? kept : kept.slice(0, end);
  }
  return common?.join('/') ?? '';
}
