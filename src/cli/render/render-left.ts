import { plural, renderFindings } from '../../report/index.ts';
import type { TextStyle } from '../../report/index.ts';
import { findingOf } from '../migrate/left-open.ts';
import type { MigrateResult } from '../migrate/result.ts';
import { programName } from '../same-command.ts';
import { shellWords } from '../../text/index.ts';
import { describeRun } from '../unfinished-runs.ts';

/** What earlier runs left open: the errors, and where to see the rest. '' for nothing. */
export function renderLeft({ command, left }: MigrateResult, style: TextStyle): string {
  return left
    .map(({ run, points }) => {
      if (points.length === 0) return '';
      const errors = points.filter(({ point }) => point.level === 'error');
      const list = renderFindings(
        errors.map(({ point }) => findingOf(point)),
        { ...style, quiet: true },
      );
      if (style.quiet) return list;
      const among = errors.length === 0 ? '' : `, ${plural(errors.length, 'error')} among them`;
      const where = `${programName()} status ${shellWords(command.paths.slice(0, 1))}`;
      const head = `Left open by ${describeRun(run)}: ${plural(points.length, 'finding')}${among}; ${where} lists them.`;
      return `${head}\n${list}`;
    })
    .join('');
}
