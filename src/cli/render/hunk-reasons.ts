import type { DiffOptions } from '../../output/index.ts';
import { wrapWords } from '../../report/index.ts';
import { visible } from '../../text/index.ts';
import type { NamedMigration } from '../migrate/migrate-all.ts';

/** What each hunk of a diff is for: its rules, what they do, and what they found. As bytes of UTF-8. */
export function hunkReasons(
  migrations: readonly NamedMigration[],
  width: number,
): NonNullable<DiffOptions['reasons']> {
  const findings = migrations.flatMap(({ migration }) => migration.findings).filter(({ applied }) => applied);
  return (file, start, end) => {
    const touched = file.pieces.flatMap((piece) => {
      return piece.type === 'made' && piece.replaces.start <= end && piece.replaces.end >= start
        ? piece.by
        : [];
    });
    const reasons = touched.map(({ transform, title }) => {
      const own = findings.filter((each) => each.transform === transform && each.fixTitle === title);
      const here = own.find(
        ({ path, span }) => path === file.path && span !== null && span.start <= end && span.end >= start,
      );
      const message = (here ?? own[0])?.message ?? '';
      return visible(`${transform}: ${title}.${message === '' ? '' : ` ${message}`}`).replaceAll('\n', ' ');
    });
    const lines = [...new Set(reasons)].flatMap((reason) =>
      wrapWords(reason, Math.max(0, width - 2), '    ').split('\n'),
    );
    return lines.map((line) => Buffer.from(line, 'utf8').toString('latin1'));
  };
}
