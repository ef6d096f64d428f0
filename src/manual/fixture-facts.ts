import type { Transform } from '../transform/index.ts';

/** What the tables want to know about a folder of __fixtures__/transforms. */
export interface FixtureFacts {
  readonly transform: string;
  readonly name: string;
  /** Rows of the upgrade guide that the case shows; a case that is named for a row need not say so. */
  readonly settings: { readonly rows?: readonly string[] };
  /** Texts of the tree before, and of the files that change after, by path. */
  readonly input: Readonly<Record<string, string>>;
  readonly expected: Readonly<Record<string, string>>;
}

/** A transform that serves more rows than this says in its cases which of them they show. */
const FEW = 3;

/** The cases that show a row: those that name it; else all of a transform that serves few rows. */
export function fixturesOfRow(
  row: string,
  transforms: readonly Transform[],
  fixtures: readonly FixtureFacts[],
): readonly FixtureFacts[] {
  const serving = transforms.filter(({ rows }) => rows.includes(row));
  const own = fixtures.filter(({ transform }) => serving.some(({ id }) => id === transform));
  const naming = own.filter(({ name, settings }) => name === row || settings.rows?.includes(row));
  if (naming.length > 0) return naming;
  const few = new Set(serving.filter(({ rows }) => rows.length <= FEW).map(({ id }) => id));
  return own.filter(({ transform }) => few.has(transform));
}

/** The cases of a transform in which a line begins with the directive or section, before or after (where a default is written). */
export function fixturesOfDirective(
  name: string,
  transform: string,
  fixtures: readonly FixtureFacts[],
): readonly FixtureFacts[] {
  const line = new RegExp(String.raw`^[ \t]*<?${name}\b`, 'im');
  return fixtures.filter(({ transform: id, input, expected }) => {
    const texts = [...Object.values(input), ...Object.values(expected)];
    return id === transform && texts.some((text) => line.test(text));
  });
}
