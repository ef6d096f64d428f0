import { compareTrees } from '../../../src/access/index.ts';
import { migrate } from '../../../src/migrate/index.ts';
import type { TargetProfile } from '../../../src/target/index.ts';
import type { LineChange } from '../line-changes.ts';
import { lineChanges } from '../line-changes.ts';
import { askedServer, PLACES, requestOf, statusOf, treeOf } from './asked-server.ts';
import type { ScenarioTree } from './asked-server.ts';
import type { Scenario } from './scenario.ts';

/** What the program makes of a scenario's tree: Latin-1 texts by path below the root. */
export type EmittedTexts = Readonly<Record<string, string>>;

/** Null if it refuses to, or gives files other names. */
export function emitted(scenario: Scenario, target: TargetProfile): EmittedTexts | null {
  const { reader, path, defines, ...rest } = requestOf(scenario);
  const options = {
    access: 'require',
    semantics: 'exact',
    apply: 'safe',
    target,
    defines,
    only: null,
    // Mutations are of texts: names stay.
    skip: ['give-sites-conf-names', 'move-conf-d'],
  } as const;
  const migration = migrate({ path, ...rest, options }, reader);
  if ('code' in migration) throw new Error(migration.message);
  const { files, links } = migration.patchSet;
  const isMoved = links.length > 0 || files.some(({ path: old, newPath }) => old !== newPath);
  if (migration.refused.length > 0 || isMoved) return null;
  return Object.fromEntries(files.map((file) => [file.path.slice(PLACES.root.length + 1), file.after]));
}

/** One change of one line of an emitted tree, and what came of it. */
export interface ChangeResult {
  readonly label: string;
  /** `missed`: some request is let in, kept out or failed otherwise, and verify says the trees are the same. */
  readonly outcome: 'caught' | 'harmless' | 'missed';
  /** Requests that are. */
  readonly requests: readonly string[];
}

/** Every change of one line: told by verify, or without effect on any request of the scenario. @param every only each so many */
export function* changeResults(scenario: Scenario, texts: EmittedTexts, every = 1): Generator<ChangeResult> {
  const before = treeOf(scenario);
  const answers = answersOf(scenario, treeOf(scenario, texts));
  let number = 0;
  for (const [path, text] of Object.entries(texts)) {
    const lines = text.split('\n');
    for (const change of lines.flatMap((_, at) => lineChanges(lines, at))) {
      if (number++ % every === 0) yield resultOf(scenario, before, answers, texts, path, change);
    }
  }
}

function resultOf(
  scenario: Scenario,
  before: ScenarioTree,
  answers: readonly (number | string)[],
  texts: EmittedTexts,
  path: string,
  { label, lines }: LineChange,
): ChangeResult {
  const after = treeOf(scenario, { ...texts, [path]: lines.join('\n') });
  const told = { label: `${path}: ${label}`, requests: [] };
  if (!isSame(before, after)) return { ...told, outcome: 'caught' };
  const changed = answersOf(scenario, after);
  const requests = scenario.requests.flatMap(({ method, path: address, client, user }, i) =>
    isSameAccess(answers[i], changed[i])
      ? []
      : [`${method} ${address} from ${client} as ${user}: ${answers[i]}, now ${changed[i]}`],
  );
  return { ...told, outcome: requests.length === 0 ? 'harmless' : 'missed', requests };
}

/** What the access rules, or a .htaccess with a line that is not allowed there, answer. */
const KEPT_OUT: ReadonlySet<number | string | undefined> = new Set([401, 403, 500]);

/** Verify is about who gets in: a file that a lost rule no longer leads to (200, now 404) is not its matter. */
function isSameAccess(answer: number | string | undefined, other: number | string | undefined): boolean {
  return answer === other || (!KEPT_OUT.has(answer) && !KEPT_OUT.has(other));
}

/** What verify says. */
export function isSame(before: ScenarioTree, after: ScenarioTree): boolean {
  const { differences, refused, notes } = compareTrees(before.model, after.model, before.reader, {
    semantics: 'exact',
    mostExamples: 0,
  });
  return differences.length === 0 && refused.length === 0 && notes.every(({ level }) => level === 'info');
}

function answersOf(scenario: Scenario, tree: ScenarioTree): (number | string)[] {
  const asked = askedServer(scenario, tree, '2.4');
  return scenario.requests.map((request) => statusOf(asked, request));
}
