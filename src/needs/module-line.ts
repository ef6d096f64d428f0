import { moduleFacts } from '../catalog/index.ts';
import type { Occurrence, ServerModel } from '../model/index.ts';
import { groupBy } from '../text/index.ts';
import { homeLines, type ModuleSlot } from './module-slot.ts';

/** How this tree writes LoadModule lines. */
export interface ModuleLineStyle {
  /** `LoadModule`, in the case that the author prefers. */
  readonly name: string;
  /** What stands before the file name, quote included: `modules/`, `"/usr/lib/apache2/modules/`. */
  readonly before: string;
  /** The closing quote, or ''. */
  readonly after: string;
}

/**
 * As the line at the slot does it, if it names the folder that most lines name; else as the last that does; else with the folder given.
 */
export function moduleLineStyle(
  model: ServerModel,
  slot: ModuleSlot | null,
  folder: string,
): ModuleLineStyle {
  const examples = homeLines(model).flatMap((line) => {
    const style = styleOf(line);
    return style === null ? [] : [{ node: line.node, style }];
  });
  const [usual = []] = [...groupBy(examples, ({ style }) => folderOf(style)).values()].toSorted(
    (a, b) => b.length - a.length,
  );
  const nearest = usual.find(({ node }) => node === slot?.node) ?? usual.at(-1);
  return nearest?.style ?? { name: 'LoadModule', before: `${folder}/`, after: '' };
}

function folderOf({ before }: ModuleLineStyle): string {
  return before.replace(/^["']/, '');
}

/** A LoadModule line without its line ending. */
export function moduleLine(
  { name, before, after }: ModuleLineStyle,
  identifier: string,
  file: string,
): string {
  return `${name} ${identifier} ${before}${file}${after}`;
}

/**
 * Variables stay as they are written. Null for a line whose file is not called like a module of httpd, or that loads a third party's from a
 * place of its own.
 */
function styleOf({ file, node, args }: Occurrence): ModuleLineStyle | null {
  const path = node.args[1];
  if (!path || (path.value.startsWith('/') && moduleFacts(args[0] ?? '') === null)) return null;
  const { text } = file.source;
  const match = /^(.*?)mod_\w+\.so("?|'?)$/s.exec(text.slice(path.span.start, path.span.end));
  const before = match?.[1];
  if (before === undefined || before.includes('\\\n')) return null;
  return { name: text.slice(node.name.span.start, node.name.span.end), before, after: match?.[2] ?? '' };
}
