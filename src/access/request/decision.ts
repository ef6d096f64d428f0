import { context22Of } from '../sections/server-contexts.ts';
import { forbiddenNames } from '../states/override.ts';
import { walkItems } from '../../model/index.ts';
import { writtenName } from '../sections/written-line.ts';
import { ownState22, ownState24 } from '../states/own-state.ts';
import type { Answer, CompatRecord, RequestAtoms, State22, State24 } from '../policy/index.ts';
import { decideHost, isSatisfyAny, lastFor, requiresFor } from '../policy/index.ts';
import type { AccessSection } from '../sections/types.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import { missingUsers, unknownUser } from './credentials.ts';
import { groupFailureWords } from './login-sources.ts';
import type { RequestTree } from './request-tree.ts';
import type { Round } from './round.ts';
import type { Step } from './recorder.ts';

/** Why a round was answered as it was, in a sentence, with the sections whose lines did it. */
export interface Decision {
  readonly reason: string;
  readonly sections: readonly AccessSection[];
}

/** @param answer what the round comes to; null if that depends on what is not known */
export function decisionOf(
  tree: RequestTree,
  request: ConcreteRequest,
  round: Round,
  answer: Answer | null,
): Decision {
  const read = round.steps.filter(({ isRead }) => isRead);
  const refused = read.find(({ after, section }) => after.failed && section.matcher.type === 'htaccess');
  if (refused !== undefined) {
    return { reason: failureReason(refused, tree), sections: [refused.section] };
  }
  const force = round.recorder.walk.inForce();
  const asked: Asked = { tree, request, round, answer, read };
  return force.version === '2.2' ? decision22(force.state, asked) : decision24(force.state, asked);
}

/** Why the server answers 500 for everything below a .htaccess file. */
function failureReason({ section, after }: Step, tree: RequestTree): string {
  const refusal = tree.refusalIn(section);
  const { override } = after.inForce();
  if (override.isLenient) {
    return 'AllowOverride Nonfatal ignores lines of the .htaccess file: which of them count is not looked into';
  }
  if (refusal !== null) {
    return `Apache ${tree.version} does not take a line of the .htaccess file (${refusal.message}): 500 for all below it`;
  }
  const [name = ''] = forbiddenNames(override, section, tree.version, tree.world);
  const line = [...walkItems(section.scope)].find((item) => item.name === name.replace(/^</, ''));
  return `the .htaccess file says ${line === undefined ? name : writtenName(line)}, which AllowOverride does not permit: 500 for all below it`;
}

interface Asked {
  readonly tree: RequestTree;
  readonly request: ConcreteRequest;
  readonly round: Round;
  readonly answer: Answer | null;
  readonly read: readonly Step[];
}

const NO_RULE = 'no access rule is in force: everybody is let through';

function decision22(state: State22, asked: Asked): Decision {
  const { round, answer, tree } = asked;
  const requires = requiresFor(state, round.method);
  const own = (section: AccessSection) => ownState22(section, tree.world);
  const hostFrom = last(asked, (section) => own(section).host !== null);
  const requireFrom = last(asked, (section) => own(section).requires !== null);
  const satisfyFrom = last(asked, (section) => own(section).satisfy.length > 0);
  if (state.host === null && requires.length === 0) return { reason: NO_RULE, sections: [] };
  if (answer === null) return { reason: DEPENDS, sections: distinct([hostFrom, requireFrom, satisfyFrom]) };
  if (answer === 'forbidden')
    return { reason: 'Order, Allow and Deny refuse this client', sections: distinct([hostFrom]) };
  if (requires.length === 0) {
    return {
      reason: 'Order, Allow and Deny let this client in; no user is asked for',
      sections: distinct([hostFrom]),
    };
  }
  const isIn = isHostIn(state.host, round.atoms, round.method);
  if (isSatisfyAny(state, round.method) && isIn) {
    const rules =
      state.host === null
        ? 'no Order, Allow or Deny is in force'
        : 'Order, Allow and Deny let this client in';
    return {
      reason: `Satisfy any, and ${rules}: no user is asked for`,
      sections: distinct([satisfyFrom, hostFrom]),
    };
  }
  return userDecision(asked, distinct([requireFrom]), state.auth.type);
}

function decision24(state: State24, asked: Asked): Decision {
  const { round, answer, tree } = asked;
  const own = (section: AccessSection) => ownState24(section, tree.world);
  const compatFrom = last(asked, (section) => own(section).compat !== null);
  const trees = treeSections(asked, own);
  const compat = tree.hasAccessCompat ? state.compat : null;
  if (compat === null && state.tree === null && answer === 'pass') return { reason: NO_RULE, sections: [] };
  if (answer === null)
    return { reason: DEPENDS, sections: distinct([...(compat ? [compatFrom] : []), ...trees]) };
  const host = compat === null ? null : compatDecision(compat, round, answer, compatFrom);
  if (host !== null) return host;
  if (state.tree === null && answer === 'serverError') {
    const reason = 'an AuthType is in force without any Require: 2.4 answers 500 (AH01627)';
    return { reason, sections: distinct([last(asked, (section) => own(section).auth.type !== null)]) };
  }
  if (answer === 'forbidden')
    return { reason: 'Require refuses this client, whoever logs in', sections: trees };
  if (answer === 'pass' && state.tree === null)
    return {
      reason: 'Order, Allow and Deny let this client in; no Require is in force',
      sections: distinct([compatFrom]),
    };
  return userDecision(asked, trees, state.auth.type);
}

/** What mod_access_compat settles beside the Require lines; null: nothing. */
function compatDecision(
  { host, satisfy }: CompatRecord,
  { atoms, method }: Round,
  answer: Answer,
  from: AccessSection | undefined,
): Decision | null {
  const isIn = isHostIn(host, atoms, method);
  const isAny = lastFor(satisfy, method) === 'any';
  if (isIn && isAny && answer === 'pass') {
    return {
      reason: 'Satisfy any, and Order, Allow and Deny (mod_access_compat) let this client in',
      sections: distinct([from]),
    };
  }
  if (answer !== 'forbidden' || isIn || isAny) return null;
  const reason = 'Order, Allow and Deny (mod_access_compat) refuse this client, whatever Require says';
  return { reason, sections: distinct([from]) };
}

const DEPENDS = 'these lines decide, and it is not known whether the request meets them';

function userDecision(
  { tree, round, answer, request }: Asked,
  sections: readonly AccessSection[],
  authType: string | null,
): Decision {
  if (answer === 'serverError') {
    return { reason: noLoginReason(tree, request, round, authType), sections };
  }
  if (answer === 'unauthorized') return { reason: refusedUser(request, round), sections };
  const isAsked = request.user !== null && round.credentialsNote === null;
  return {
    reason: isAsked ? `Require lets ${request.user} through` : 'Require lets this client through',
    sections,
  };
}

/** Why credentials can't be asked for, or looked up. */
function noLoginReason(
  tree: RequestTree,
  { user }: ConcreteRequest,
  { loginFailure, recorder, method }: Round,
  authType: string | null,
): string {
  if (authType === null) return 'Require asks for a user, but there is no AuthType';
  if (loginFailure === 'nameless') return 'Require asks for a user, but there is no AuthName';
  const { login } = recorder;
  const isFailed = loginFailure === 'no-users';
  const missing = isFailed ? missingUsers(login, user, tree) : null;
  if (missing !== null) return `Require asks for a user, but ${missing}`;
  const unknown = isFailed && user !== null ? unknownUser(user, login, tree) : null;
  if (unknown !== null) {
    return `Require asks for a user, but ${unknown}, and AuthBasicAuthoritative is off: no other module looks the user up`;
  }
  const groups = loginFailure === null && user !== null ? groupFailureWords(tree, recorder, method) : null;
  if (groups !== null) return `Require asks for a group, but ${groups}: the server answers 500`;
  if (tree.version === '2.2' && context22Of(tree.model).authTypes.has(authType.toLowerCase())) {
    return 'no module that is loaded answers for these Require lines, and no mod_authz_default refuses whom they leave';
  }
  return `no module serves AuthType ${authType}`;
}

function refusedUser({ user }: ConcreteRequest, { credentialsNote }: Round): string {
  if (user === null) return 'Require asks for a user, and the client is not logged in';
  return credentialsNote === null
    ? `${user} meets none of the Require lines`
    : `Require asks for a user, but ${credentialsNote}`;
}

function isHostIn(host: State22['host'], atoms: RequestAtoms | null, method: string): boolean {
  return host === null || atoms === null || atoms.bdd.isTrue(decideHost(atoms, host, method));
}

/** The sections that the Require tree is made of: the last one with a tree, and with AuthMerging those that it is joined with. */
function treeSections({ read }: Asked, own: (section: AccessSection) => State24): AccessSection[] {
  const sections: AccessSection[] = [];
  for (const { section } of read) {
    const { tree, merging } = own(section);
    const isJoined = merging === 'and' || merging === 'or';
    if (!isJoined && (tree !== null || merging === 'off')) sections.length = 0;
    if (tree !== null) sections.push(section);
  }
  return sections;
}

function last({ read }: Asked, says: (section: AccessSection) => boolean): AccessSection | undefined {
  return read.findLast(({ section }) => says(section))?.section;
}

function distinct(sections: readonly (AccessSection | undefined)[]): AccessSection[] {
  return [...new Set(sections)].filter((section) => section !== undefined);
}
