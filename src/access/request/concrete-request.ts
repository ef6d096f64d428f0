import type { Scope } from '../../model/index.ts';
import type { OpenRule } from '../addresses/index.ts';

/** One request as a person asks about it, or as an access log has it. What is null is not known. */
export interface ConcreteRequest {
  /** As sent: `get` is another method than GET. */
  readonly method: string;
  /** The Host header, without a port; null: none is known, the default host answers. */
  readonly host: string | null;
  /** The port that was connected to. */
  readonly port: number | null;
  /** The address that was connected to: what tells hosts of different addresses apart. */
  readonly serverAddress: string | null;
  /** Null: 1.1 with a Host header, 1.0 without one. */
  readonly protocol: 'HTTP/1.0' | 'HTTP/1.1' | null;
  /** The URL path as sent, %-escapes and all, without the query. */
  readonly path: string;
  /** Behind the `?`; '' for none. */
  readonly query: string;
  /** IP address of the client. */
  readonly client: string | null;
  /** Its verified host name. */
  readonly clientName: string | null;
  /** The user who is logged in; null: none, or bad ones. */
  readonly user: string | null;
  /** How they are sent; null: in whichever way is asked for. */
  readonly scheme: 'basic' | 'digest' | null;
  /** Groups that the user is in, beside those that group files say. */
  readonly groups: readonly string[];
  /** Groups of which neither these nor group files that are here tell. */
  readonly otherGroups: 'none' | 'unknown';
  /** Variables that are set, whatever else is said of them. */
  readonly env: readonly string[];
  /** Variables that nothing known sets. */
  readonly otherEnv: 'unset' | 'unknown';
  /** Lower case name to value. */
  readonly headers: ReadonlyMap<string, string>;
  /** Which `<If>` sections it meets, and those with patterns, of those of which nothing else tells. */
  readonly conditions: ReadonlyMap<Scope, boolean>;
  /** The same of rewrite rules. */
  readonly rules: readonly SupposedRule[];
  /** Headers that are not among these. */
  readonly otherHeaders: 'absent' | 'unknown';
}

export interface SupposedRule extends OpenRule {
  readonly isMet: boolean;
}

/** Whether the request is taken to meet a rule; null: that is not said. */
export function supposedIn({ rules }: ConcreteRequest): (rule: OpenRule) => boolean | null {
  return ({ line, address }) =>
    rules.find((each) => each.line === line && each.address === address)?.isMet ?? null;
}

/** A GET of the path by nobody in particular: what is not said is not known. */
export function plainRequest(path: string): ConcreteRequest {
  return {
    method: 'GET',
    host: null,
    port: null,
    serverAddress: null,
    protocol: null,
    path,
    query: '',
    client: null,
    clientName: null,
    user: null,
    scheme: null,
    groups: [],
    otherGroups: 'unknown',
    env: [],
    otherEnv: 'unknown',
    headers: new Map(),
    conditions: new Map(),
    rules: [],
    otherHeaders: 'unknown',
  };
}
