import { compareTrees } from '../../src/access/index.ts';
import { migrate } from '../../src/migrate/index.ts';
import type { MigrateOptions, Migration } from '../../src/migrate/index.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../src/model/index.ts';
import type { Assumptions } from '../../src/model/index.ts';
import { targetProfile } from '../../src/target/index.ts';

const OPTIONS: MigrateOptions = {
  access: 'require',
  semantics: 'exact',
  apply: 'safe',
  target: targetProfile('stock'),
  defines: [],
  only: null,
  skip: [],
};

export interface TemplateMigration {
  readonly after: string;
  /** What a person is told: errors, and refusals. */
  readonly told: readonly string[];
  readonly unknowns: Migration['unknowns'];
  readonly findings: Migration['findings'];
}

/** The migration of a text alone. @param name by which it is known; its ending tells the engine */
export function migrateText(
  text: string,
  name = 'x.conf',
  assumptions: Assumptions = new Map(),
  target = OPTIONS.target,
): TemplateMigration {
  const path = `/srv/conf/${name}`;
  const options = { ...OPTIONS, target };
  const result = migrate({ path, assumptions, options }, createMemoryReader({ [path]: text }));
  if ('code' in result) throw new Error(result.message);
  const errors = result.findings.filter(({ level }) => level === 'error');
  const told = [...result.refused, ...errors].map(({ message }) => message);
  const file = result.refused.length > 0 ? undefined : result.patchSet.files[0];
  return { after: file?.after ?? text, told, unknowns: result.unknowns, findings: result.findings };
}

/** Of pairs of texts: what different engines make of their templates is mostly the same. */
const compared = new Map<string, readonly string[]>();

/** What 2.4 would answer differently to the second text than 2.2 to the first. */
export function differencesOf(before: string, after: string): readonly string[] {
  const key = JSON.stringify([before, after]);
  const differences = compared.get(key) ?? compare(before, after);
  compared.set(key, differences);
  return differences;
}

function compare(before: string, after: string): string[] {
  const path = '/srv/conf/x.conf';
  const [old, made] = [before, after].map((text) => {
    const reader = createMemoryReader({ [path]: text });
    const model = buildModel({ path, target: OPTIONS.target }, reader);
    if (isModelFailure(model)) throw new Error(model.message);
    return { model, reader };
  });
  if (old === undefined || made === undefined) return [];
  const how = { semantics: 'exact', mostExamples: 0 } as const;
  const { refused, differences } = compareTrees(old.model, made.model, old.reader, how);
  return [...refused.map(({ message }) => message), ...differences.map(({ kind }) => kind)];
}
