import type { Migration } from '../../migrate/index.ts';
import { countEdits } from '../../report/index.ts';
import { transforms } from '../../../transforms/index.ts';
import type { RuleReport } from '../report-data.ts';

/** The transforms that change something or say something, most edits first. */
export function gatherRules({ patchSet, findings }: Migration): RuleReport[] {
  const edits = countEdits(patchSet).byTransform;
  const speaking = new Set(findings.map(({ transform }) => transform));
  return transforms
    .filter(({ id }) => edits.has(id) || speaking.has(id))
    .map(({ id, title, stage, docs }) => ({
      id,
      title,
      does: docs.does,
      why: docs.why,
      link: docs.link,
      edits: edits.get(id) ?? 0,
      isWhole: stage === 'access',
    }))
    .toSorted((a, b) => b.edits - a.edits || (a.id < b.id ? -1 : 1));
}
