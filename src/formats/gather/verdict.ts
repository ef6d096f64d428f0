import { counted } from '../words.ts';
import type { TreeReport, Verdict } from '../report-data.ts';

/** What a reader has to know first. @param failure why nothing was done */
export function verdictOf(trees: readonly TreeReport[], exitCode: number, failure: string | null): Verdict {
  if (failure !== null) return { kind: 'stop', text: `Nothing was done: ${failure}` };
  const refused = trees.reduce((sum, { refused: each }) => sum + each.length, 0);
  if (refused > 0) {
    return {
      kind: 'stop',
      text: 'Refused: 2.4 would not answer every request as before. Nothing is written.',
    };
  }
  if (exitCode === 2)
    return { kind: 'stop', text: 'The configuration cannot be read as the server would read it.' };
  const errors = trees.reduce((sum, { counts }) => sum + counts.error, 0);
  if (errors > 0) {
    const things = errors === 1 ? 'One finding needs' : `${errors} findings need`;
    return { kind: 'decide', text: `${things} a person before the result is used.` };
  }
  const edits = trees.reduce((sum, { counts }) => sum + counts.edits, 0);
  if (edits === 0) return { kind: 'good', text: 'Nothing to change.' };
  const warnings = trees.reduce((sum, { counts }) => sum + counts.warning, 0);
  const read = warnings === 0 ? '' : ` ${counted(warnings, 'warning')} to read.`;
  return { kind: 'good', text: `Ready: no finding needs a person.${read}` };
}
