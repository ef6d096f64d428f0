import type { PatchSet } from '../patch/index.ts';
import { lastAssignment } from '../syntax/index.ts';
import type { TemplateEngine } from '../syntax/index.ts';
import type { AccessProof } from './migrate-tree.ts';
import { readFilled } from './read-filled.ts';
import type { ReadPlace } from './read-filled.ts';
import type { Choice } from './rendering-ways.ts';
import { partsOfFile, renderingWays } from './rendering-ways.ts';
import type { AnswerDifference, MigrateOptions } from './types.ts';

const NOTHING: PatchSet = { files: [], links: [] };

/**
 * Whether the result is right whatever a template's tags choose and however often they repeat: both texts are rendered in each
 * way, every loop no, one and two times, and compared as trees without tags. Where there are too many ways, which lines count
 * together was compared already (`worldsOf`), and each choice and loop is tried by itself.
 */
export function renderingDifferences(
  changes: PatchSet,
  proof: AccessProof,
  place: ReadPlace & { readonly options: MigrateOptions },
): AnswerDifference[] {
  const engine = place.request.template ?? 'auto';
  const changed = changes.files.find(({ path, before }) => isTemplate(path, before, engine));
  if (changed === undefined) return [];
  for (const way of renderingWays(engine)) {
    const before = readFilled(way.render('2.2'), NOTHING, place);
    const after = readFilled(way.render('2.4'), changes, place);
    const [difference] = before === null || after === null ? [] : proof(before, after, place.options);
    if (difference !== undefined) return [differenceIn(changed.path, way.choices, difference)];
  }
  return [];
}

function isTemplate(path: string, text: string, engine: TemplateEngine): boolean {
  const parts = partsOfFile(path, text, engine);
  if (parts === null) return false;
  return parts.some(({ type }) => type === 'block') || lastAssignment(text, engine) !== -1;
}

function differenceIn(
  path: string,
  choices: readonly Choice[],
  { message }: AnswerDifference,
): AnswerDifference {
  const said = choices.map(({ key, value }) => {
    const [, word = '', test = ''] = /^(\w+) ([^]*)$/.exec(key) ?? [];
    return word === 'if' ? `${test}: ${value === 1 ? 'yes' : 'no'}` : `${test}: ${value} times`;
  });
  const where = said.length === 0 ? '' : ` (${said.join('; ')})`;
  return {
    path,
    position: null,
    message: `What this template makes would be answered differently${where}. ${message} Migrate what it makes, or let its tags stand around whole sections.`,
    isUndecided: true,
  };
}
