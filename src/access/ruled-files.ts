import type { ServerModel } from '../model/index.ts';
import { matchFile } from './chains/index.ts';
import { analysisOf } from './sections/analysis.ts';
import { limitedWork, orTooMuch } from './work.ts';

/** Whether some Files section with rules of its own may apply to a file of one of these names. */
export function hasRulesForFiles(model: ServerModel, names: readonly string[]): boolean {
  const work = limitedWork();
  const ruled = analysisOf(model).sections.filter(({ entries }) => entries.length > 0);
  return orTooMuch(
    () => ruled.some((section) => names.some((name) => matchFile(section, name, work) !== 'never')),
    true,
  );
}
