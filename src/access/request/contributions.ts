import type { Occurrence, Scope } from '../../model/index.ts';
import { writtenText } from '../sections/require-text.ts';
import type { AccessContainer, AccessLine, AccessSection } from '../sections/types.ts';
import { isContainer } from '../sections/types.ts';
import type { Version, World } from '../sections/worlds.ts';
import { isLive } from '../sections/worlds.ts';

/** A line of a section that counts, as it is written; containers have theirs below them, further in. */
export interface Contribution {
  readonly from: Occurrence | Scope;
  readonly text: string;
  /** 0 for lines of the section itself. */
  readonly depth: number;
}

/** What the section itself says about access to a server of that version. */
export function contributionsOf({ entries }: AccessSection, version: Version, world: World): Contribution[] {
  return entries.flatMap((entry) => contributions(entry, 0, version, world));
}

function contributions(
  entry: AccessLine | AccessContainer,
  depth: number,
  version: Version,
  world: World,
): Contribution[] {
  if (!isLive(entry.guards, version, world)) return [];
  if (isContainer(entry)) {
    const { scope, children } = entry;
    const inside = children.flatMap((child) => contributions(child, depth + 1, version, world));
    return [{ from: scope, text: titleOf(scope), depth }, ...inside];
  }
  const { occurrence, limits } = entry;
  const around = limits.map((scope) => ` (in ${titleOf(scope)})`).join('');
  const text = `${occurrence.node.name.value} ${writtenText(occurrence)}`.replace(/\s+/g, ' ').trim();
  return [{ from: occurrence, text: text + around, depth }];
}

/** The opening line of a section as people write it; the name of a .htaccess file. */
export function titleOf({ node, args, kind, file }: Scope): string {
  if (kind === 'htaccess') return file.path.slice(file.path.lastIndexOf('/') + 1);
  if (node === null) return 'the file itself';
  const { start, end } = node.open.argsSpan;
  const written = file.source.text.slice(start, end).replace(/\s+/g, ' ').trim();
  return `<${node.open.name.value} ${written === '' ? args.join(' ') : written}`.trimEnd() + '>';
}
