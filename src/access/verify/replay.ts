import type { ServerModel, TreeReader } from '../../model/index.ts';
import type { Answer, Witness } from '../policy/index.ts';
import { createAtoms, firstDifference } from '../policy/index.ts';
import { worldsOfTrees } from '../request/ask-tree.ts';
import type { ConcreteRequest } from '../request/concrete-request.ts';
import { evaluateRequest } from '../request/evaluate-request.ts';
import { fileView } from '../request/file-view.ts';
import { clientClasses } from './client-classes.ts';
import type { HeaderClasses } from './header-classes.ts';
import { headerClasses, headersAsked } from './header-classes.ts';
import { createRequestTree } from '../request/request-tree.ts';
import type { Outcome } from '../policy/index.ts';

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
}

/** Requests of a log, asked of the tree as 2.2 and of the other as 2.4. */
export interface Replay {
  ask(request: ConcreteRequest): ReplayAnswer;
  /** Lower case names of the headers that affect either tree, of those that logs have. */
  readonly headers: readonly string[];
  /** Whether it matters which host a request is for. */
  readonly asksForHosts: boolean;
  /** The same for clients that no line of the trees tells apart. */
  readonly classOf: (client: string) => string;
  /** Likewise for values of a header (lower case name). */
  readonly headerClass: HeaderClasses;
}

const ANSWERS = ['pass', 'unauthorized', 'forbidden', 'serverError'] as const;

/** Guards that are left open are taken not to hold. */
export function createReplay(before: ServerModel, after: ServerModel, reader: TreeReader): Replay {
  const atoms = createAtoms();
  const world = worldsOfTrees(before, after)[0] ?? new Map<string, boolean>();
  const old = createRequestTree(before, { version: '2.2', world, files: fileView(before, reader), atoms });
  const made = createRequestTree(after, { version: '2.4', world, files: fileView(after, reader), atoms });
  const only = (outcome: Outcome): Answer | null => {
    const possible = ANSWERS.filter((answer) => atoms.witness(outcome[answer]) !== null);
    return possible.length === 1 ? (possible[0] ?? null) : null;
  };
  return {
    headers: headersAsked([before, after]),
    asksForHosts: before.virtualHosts.length > 1 || after.virtualHosts.length > 1,
    classOf: clientClasses([before, after]),
    headerClass: headerClasses([before, after]),
    ask(request) {
      const [was, is] = [evaluateRequest(old, request), evaluateRequest(made, request)];
      const known = { before: only(was.outcome), after: only(is.outcome) };
      const beside = { before: was.beside?.why ?? null, after: is.beside?.why ?? null };
      const difference = firstDifference(atoms, was.outcome, is.outcome);
      if (difference === null) return { kind: 'same', ...known, witness: null, beside };
      const isSure = known.before !== null && known.after !== null;
      return { kind: isSure ? 'different' : 'possible', ...difference, beside };
    },
  };
}
