import { moduleFacts } from '../catalog/index.ts';
import type { Occurrence, ServerModel } from '../model/index.ts';
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

/** As the line at the slot does it, else the last one that loads a module of httpd, else with the folder given. */
export function moduleLineStyle(
  model: ServerModel,
  slot: ModuleSlot | null,
  folder: string,
): ModuleLineStyle {
  const examples = homeLines(model).filter((line) => styleOf(line) !== null);
  const nearest = examples.find(({ node }) => node === slot?.node) ?? examples.at(-1);
  return (nearest && styleOf(nearest)) ?? { name: 'LoadModule', before: `${folder}/`, after: '' };
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
