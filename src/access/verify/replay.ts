import type { Occurrence, ServerModel, TreeReader } from '../../model/index.ts';
import { conditionedRules, rootScopes, walkOccurrences, walkScopes } from '../../model/index.ts';
import type { Answer, Outcome, RequestAtoms, Witness } from '../policy/index.ts';
import { createAtoms, firstDifference } from '../policy/index.ts';
import { unsureRules } from '../request/assumptions.ts';
import { worldsOfTrees } from '../request/ask-tree.ts';
import type { ConcreteRequest } from '../request/concrete-request.ts';
import type { Evaluation } from '../request/evaluate-request.ts';
import { evaluateRequest } from '../request/evaluate-request.ts';
import { fileView } from '../request/file-view.ts';
import { clientClasses, headerClasses, headersAsked } from './client-classes.ts';
import type { HeaderClasses } from './client-classes.ts';
import { ANSWERS } from '../request/possible-answers.ts';
import { createRequestTree } from '../request/request-tree.ts';
import type { Round } from '../request/round.ts';

/** What the two trees answer to one request of a log. */
export interface ReplayAnswer {
  /** `possible`: it depends on what the log does not tell. */
  readonly kind: 'same' | 'different' | 'possible';
  /** Null: that depends. With a difference, the answers that differ. */
  readonly before: Answer | null;
  readonly after: Answer | null;
  /** What must be so for the difference; null where there is none. */
  readonly witness: Witness | null;
  /** What each answer comes from, where it is not the access rules. */
  readonly beside: { readonly before: string | null; readonly after: string | null };
  /** The statuses that lines beside the access rules answer, Redirect among them; null where none does. */
  readonly statuses: { readonly before: number | null; readonly after: number | null };
  /** Rewrite rules of which the log does not tell whether the request meets them, if the other tree does not have the same. */
  readonly open: readonly Occurrence[];
}

/** Requests of a log, asked of the tree as 2.2 and of the other as 2.4. */
export interface Replay {
  ask(request: ConcreteRequest): ReplayAnswer;
  /** Lower case names of the headers that affect either tree, of those that logs have. */
  readonly headers: readonly string[];
  /** Whether it matters which host a request is for. */
  readonly asksForHosts: boolean;
  /** Whether it matters what an address has after its `?`. */
  readonly asksForQueries: boolean;
  /** The same for clients that no line of the trees tells apart. */
  readonly classOf: (client: string) => string;
  /** Likewise for values of a header (lower case name). */
  readonly headerClass: HeaderClasses;
}

/** Guards that are left open are taken not to hold. */
export function createReplay(before: ServerModel, after: ServerModel, reader: TreeReader): Replay {
  const atoms = createAtoms();
  const world = worldsOfTrees(before, after)[0] ?? new Map<string, boolean>();
  const old = createRequestTree(before, { version: '2.2', world, files: fileView(before, reader), atoms });
  const made = createRequestTree(after, { version: '2.4', world, files: fileView(after, reader), atoms });
  const texts = ruleTexts([before, after]);
  return {
    headers: headersAsked([before, after]),
    asksForHosts: before.virtualHosts.length > 1 || after.virtualHosts.length > 1,
    asksForQueries: [before, after].some(looksAtQueries),
    classOf: clientClasses([before, after]),
    headerClass: headerClasses([before, after]),
    ask(request) {
      return compare(evaluateRequest(old, request), evaluateRequest(made, request), atoms, texts);
    },
  };
}

/** Each RewriteRule with its conditions, as it is written. */
function ruleTexts(models: readonly ServerModel[]): ReadonlyMap<Occurrence, string> {
  const rules = models.flatMap(conditionedRules);
  const textOf = ({ name, args }: Occurrence) => `${name} ${args.join(' ')}`;
  return new Map(rules.map(({ line, conditions }) => [line, [...conditions, line].map(textOf).join('\n')]));
}

function looksAtQueries(model: ServerModel): boolean {
  return rootScopes(model).some((scope) =>
    [...walkOccurrences(scope), ...walkScopes(scope)].some(({ args }) => args.some((arg) => QUERY.test(arg))),
  );
}

const QUERY = /query_string|the_request/i;

function compare(
  was: Evaluation,
  is: Evaluation,
  atoms: RequestAtoms,
  texts: ReadonlyMap<Occurrence, string>,
): ReplayAnswer {
  const [oldRules, newRules] = [unsureRules(was.rounds), unsureRules(is.rounds)];
  const textOf = (rules: readonly Occurrence[]) => rules.map((rule) => texts.get(rule)).join('\n');
  const open = textOf(oldRules) === textOf(newRules) ? [] : [...oldRules, ...newRules];
  const [old, made] = [leadOf(was), leadOf(is)];
  const known = {
    before: oldRules.length === 0 ? only(was.outcome, atoms) : null,
    after: newRules.length === 0 ? only(is.outcome, atoms) : null,
    statuses: { before: old.status, after: made.status },
    open,
  };
  const isSure = known.before !== null && known.after !== null;
  const answered = { before: old.answered, after: made.answered };
  const difference = firstDifference(atoms, was.outcome, is.outcome);
  if (difference !== null) {
    return { kind: isSure ? 'different' : 'possible', ...known, ...difference, beside: answered };
  }
  const same = { ...known, witness: null };
  const isAlike = atoms.bdd.isFalse(was.outcome.pass) || leadsAlike(old, made);
  if (isAlike) return { kind: open.length === 0 ? 'same' : 'possible', ...same, beside: answered };
  const beside = { before: leadWords(old), after: leadWords(made) };
  return { kind: isSure && old.status !== made.status ? 'different' : 'possible', ...same, beside };
}

/** The only answer there is; null if there are several. */
function only(outcome: Outcome, atoms: RequestAtoms): Answer | null {
  const [answer, more] = ANSWERS.filter((each) => atoms.witness(outcome[each]) !== null);
  return more === undefined ? (answer ?? null) : null;
}

/** What comes of a request beside the access rules: the line that answers it by itself, or where its address leads. */
interface Lead {
  /** Of what answers by itself, Redirect among it; null if nothing does, or its status is not known. */
  readonly status: number | null;
  /** What that is; null if nothing does. */
  readonly answered: string | null;
  readonly mapped: Round['mapped'] | null;
}

function leadOf({ rounds, beside }: Evaluation): Lead {
  const last = rounds.findLast(({ why }) => why === 'request' || why === 'rewritten');
  const answer = beside ?? last?.early ?? null;
  return { status: answer?.status ?? null, answered: answer?.why ?? null, mapped: last?.mapped ?? null };
}

/** Whether two trees do the same with a request. Folders may have other names, as long as the same kind of line leads to them. */
function leadsAlike(a: Lead, b: Lead): boolean {
  if (a.status !== b.status) return false;
  if (a.mapped === null || b.mapped === null) return a.mapped === b.mapped;
  const [was, is] = [a.mapped.target, b.mapped.target];
  if (was.type === 'proxy' && is.type === 'proxy') return was.url === is.url;
  if (was.type === 'file' && is.type === 'file') {
    return was.path === is.path || a.mapped.by?.name === b.mapped.by?.name;
  }
  // Which address a Redirect gives stands in its line alone.
  if (was.type === 'answered' && is.type === 'answered') return written(a) === written(b);
  return was.type === is.type;
}

function written({ mapped }: Lead): string {
  return mapped?.by?.args.join(' ') ?? '';
}

/** In half a sentence. */
function leadWords({ answered, mapped }: Lead): string {
  const line = mapped?.by?.node.name.value ?? null;
  const by = line === null ? '' : ` (${line})`;
  if (mapped?.target.type === 'answered')
    return `${line ?? 'a rule'} ${mapped.by?.args.join(' ') ?? ''}`.trim();
  if (answered !== null) return answered;
  if (mapped?.target.type === 'file') return `leads to ${mapped.target.path}${by}`;
  return mapped?.target.type === 'proxy'
    ? `is proxied to ${mapped.target.url}${by}`
    : `leads to a place that the configuration does not show${by}`;
}
