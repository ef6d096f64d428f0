import type { Occurrence, Scope, ServerModel } from '../model/index.ts';

/** Which server reads the text. */
export type Version = '2.2' | '2.4';

/**
 * The first directive that a server of that version reads in one tree and not in the other, at the same place of its reading
 * order and in sections of the same arguments; null if it reads the same in both.
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
    if (!mayBeRead(item, version)) return [];
    const place = [around, ...undecided(item, version)].join('\n');
    if (item.type === 'scope') {
      return readScope(item, [place, item.name, ...item.args].join('\t'), version, isIgnored);
    }
    const text = [place, item.name, ...item.args].join('\t');
    return isIgnored(item) ? [] : [{ text, occurrence: item }];
  });
}

function mayBeRead({ on22, on24 }: Occurrence | Scope, version: Version): boolean {
  return (version === '2.2' ? on22 : on24) !== 'no';
}

function undecided({ guards }: Occurrence | Scope, version: Version): string[] {
  return guards.flatMap(({ kind, test, on22, on24 }) =>
    (version === '2.2' ? on22 : on24) === 'maybe' ? [`${kind} ${test}`] : [],
  );
}
