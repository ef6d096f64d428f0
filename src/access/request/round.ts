import type { LoginFailure, Outcome, RequestAtoms } from '../policy/index.ts';
import type { Occurrence, Scope } from '../../model/index.ts';
import type { Environment } from './environment.ts';
import type { Led } from '../addresses/index.ts';
import type { Recorder, Step } from './recorder.ts';
import type { FoundFile } from './walk-folders.ts';

/** One pass through the server's checks: of the request itself, of an index file or another
 * that is served instead, of the address that a rule rewrote it to. */
export interface Round {
  readonly why: 'request' | 'index' | 'variant' | 'rewritten';
  /** As Location sections see it. */
  readonly address: string;
  /** Behind the `?`, as the rules of the server left it. */
  readonly query: string;
  /** See `Rewritten`. */
  readonly isFinal: boolean;
  readonly server: Scope;
  readonly mapped: Led;
  /** Null for what is no file. */
  readonly file: FoundFile | null;
  readonly steps: readonly Step[];
  readonly env: Environment;
  /** What the access rules answer, in terms of what is not known. */
  readonly outcome: Outcome;
  /** What answered without asking the access rules; null if they were asked. */
  readonly early: EarlyAnswer | null;
  /** Why credentials that were sent do not count here. */
  readonly credentialsNote: string | null;
  /** The line by which a client who is not logged in is sent to another page, in the place of 401; null if none does. */
  readonly loginPage: Occurrence | null;
  /** What goes wrong where credentials are asked for. */
  readonly loginFailure: LoginFailure | null;
  /** The `<If>` sections on the way of which it is not known whether the request meets them: they were taken not to hold. */
  readonly openConditions: readonly Scope[];
  readonly recorder: Recorder;
  /** The tests of this round's request; null where none was made. */
  readonly atoms: RequestAtoms | null;
  /** As `<Limit>` takes it: HEAD is GET. */
  readonly method: string;
}

export interface EarlyAnswer {
  readonly status: number;
  readonly why: string;
}

/** How often a request may be led on within the server until it gives up (the default of LimitInternalRecursion, server/core.c). */
export const MOST_REDIRECTS = 10;

/** What comes out where those whom `first` lets through meet `next`. */
export function throughOutcome({ bdd }: RequestAtoms, first: Outcome, next: Outcome): Outcome {
  const refused = (answer: keyof Outcome) => bdd.or(first[answer], bdd.and(first.pass, next[answer]));
  return {
    pass: bdd.and(first.pass, next.pass),
    unauthorized: refused('unauthorized'),
    forbidden: refused('forbidden'),
    serverError: refused('serverError'),
  };
}
