import { scopeHolding, walkItems, moduleAsked } from '../model/index.ts';
import type { Guard, Occurrence, Scope, ServerModel, Truth } from '../model/index.ts';

/** Which server reads the text. */
export type Version = '2.2' | '2.4';

/**
 * The first directive that a server of that version reads in one tree and not in the other, at the same place of its reading
 * order, in the same sections and guards; null if it reads the same in both. Guards that tell the versions apart are
 * decided; all others have to be the same, whatever is known of them.
 * @param isIgnored directives that make no difference
 */
export function differentReading(
  one: ServerModel,
  other: ServerModel,
  version: Version,
  isIgnored: (line: Occurrence) => boolean = () => false,
): Occurrence | null {
  const places = numberPlaces();
  const ours = readLines(one, version, isIgnored, places);
  const theirs = readLines(other, version, isIgnored, places);
  const length = Math.max(ours.length, theirs.length);
  for (let index = 0; index < length; index++) {
    const [a, b] = [ours[index], theirs[index]];
    if (a?.text !== b?.text) return (b ?? a)?.occurrence ?? null;
  }
  return null;
}

interface Line {
  /** What is read, with all that decides where it takes effect. */
  readonly text: string;
  readonly occurrence: Occurrence;
}

function readLines(
  model: ServerModel,
  version: Version,
  isIgnored: (line: Occurrence) => boolean,
  places: Places,
): Line[] {
  const lines: Line[] = [];
  for (const { scope } of [{ scope: model.main }, ...model.htaccess]) {
    const around = new Map<Scope, number>([[scope, places(scope.args.join(' '))]]);
    for (const item of walkItems(scope)) {
      if (item === scope) continue;
      const parent = scopeHolding(item);
      const place = parent === null ? undefined : around.get(parent);
      if (place === undefined || !item.guards.every((guard) => mayHold(guard, version))) continue;
      const own = item.guards.filter(
        (guard) => !isDecided(guard, version) || truthIn(guard, version) === 'maybe',
      );
      // What 2.2 found must be found as before; what 2.4 finds may be clearer among more guards.
      const guards = own.map((guard) => `${guard.kind} ${guard.test} ${version === '2.2' ? guard.on22 : ''}`);
      const text = [[place, ...guards].join('\n'), item.name, ...item.args].join('\t');
      if (item.type === 'scope') around.set(item, places(text));
      else if (!isIgnored(item)) lines.push({ text, occurrence: item });
    }
  }
  return lines;
}

/** A number for each place, so that what stands deep in long sections needs no long text. */
type Places = (text: string) => number;

function numberPlaces(): Places {
  const known = new Map<string, number>();
  return (text) => {
    const number = known.get(text) ?? known.size;
    known.set(text, number);
    return number;
  };
}

function mayHold(guard: Guard, version: Version): boolean {
  return !isDecided(guard, version) || truthIn(guard, version) !== 'no';
}

/** Whether what the guard asks has one answer for every server of that version. */
function isDecided(guard: Guard, version: Version): boolean {
  return isOfVersion(guard) || (version === '2.2' && asksForNew(guard));
}

/** A module that no 2.2 has. */
function asksForNew(guard: Guard): boolean {
  return moduleAsked(guard)?.in22 === false;
}

/** Whether what the guard asks has one answer for every 2.2 and one for every 2.4. */
export function isOfVersion({ kind, test }: Pick<Guard, 'kind' | 'test'>): boolean {
  return (
    kind === 'ifversion' || (kind === 'ifmodule' && /^!?(?:mod_authz_core\.c|authz_core_module)$/.test(test))
  );
}

function truthIn({ on22, on24 }: Guard, version: Version): Truth {
  return version === '2.2' ? on22 : on24;
}
