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
  const [ours, theirs] = [one, other].map((model) => readLines(model, version, isIgnored)) as [
    Line[],
    Line[],
  ];
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

function readLines(model: ServerModel, version: Version, isIgnored: (line: Occurrence) => boolean): Line[] {
  return [model.main, ...model.htaccess.map(({ scope }) => scope)].flatMap((scope) =>
    readScope(scope, scope.args.join(' '), version, isIgnored),
  );
}

function readScope(
  scope: Scope,
  around: string,
  version: Version,
  isIgnored: (line: Occurrence) => boolean,
): Line[] {
  return scope.items.flatMap((item) => {
    const own = item.guards.filter((guard) => !isOfVersion(guard) || truthIn(guard, version) === 'maybe');
    const isRead = item.guards.every((guard) => !isOfVersion(guard) || truthIn(guard, version) !== 'no');
    if (!isRead) return [];
    const place = [around, ...own.map(({ kind, test }) => `${kind} ${test}`)].join('\n');
    if (item.type === 'scope') {
      return readScope(item, [place, item.name, ...item.args].join('\t'), version, isIgnored);
    }
    const text = [place, item.name, ...item.args].join('\t');
    return isIgnored(item) ? [] : [{ text, occurrence: item }];
  });
}

/** Whether what the guard asks has one answer for every 2.2 and one for every 2.4. */
function isOfVersion({ kind, test }: Guard): boolean {
  return (
    kind === 'ifversion' || (kind === 'ifmodule' && /^!?(?:mod_authz_core\.c|authz_core_module)$/.test(test))
  );
}

function truthIn({ on22, on24 }: Guard, version: Version): Truth {
  return version === '2.2' ? on22 : on24;
}
