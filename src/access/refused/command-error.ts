import type { DirectiveFacts, Place } from '../../catalog/index.ts';
import { permittedPlaces } from '../../catalog/index.ts';
import type { Occurrence, Scope } from '../../model/index.ts';
import { argumentsError } from '../sections/argument-count.ts';
import { writtenName } from '../sections/written-name.ts';

/**
 * What the server says against a line before a module looks at it: where it stands, how many words it has (server/config.c).
 * @param isWhole whether it is known what is around the outermost lines: a part of a server may be the inside of a section
 */
export function commandError(
  item: Occurrence | Scope,
  facts: DirectiveFacts,
  isWhole: boolean,
): string | null {
  const name = writtenName(item);
  const place = placeOf(item);
  // What may stand in .htaccess files is the matter of AllowOverride.
  if ((place === 'server' && isWhole) || place === 'directory') {
    if (!permittedPlaces(facts).includes(place)) return `${name} not allowed here`;
  }
  return item.type === 'scope' ? null : argumentsError(item, facts.argumentKind);
}

/** Null where that is another module's matter, such as in `<AuthnProviderAlias>`. */
function placeOf(item: Occurrence | Scope): Place | null {
  let around = item.type === 'occurrence' ? item.scope : item.parent;
  let isInside = false;
  for (; around !== null; around = around.parent) {
    const { kind, name } = around;
    if (kind === 'htaccess') return 'htaccess';
    if (kind === 'server' || kind === 'virtualhost') return isInside ? 'directory' : 'server';
    if (kind === 'other' && !LIKE_FOLDERS.has(name)) return null;
    isInside = true;
  }
  return null;
}

/** Sections in which stands what may stand in the section around them. */
const LIKE_FOLDERS: ReadonlySet<string> = new Set([
  'requireall',
  'requireany',
  'requirenone',
  'if',
  'elseif',
  'else',
]);
