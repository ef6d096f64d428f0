import { calledHost } from '../hosts/host-names.ts';
import { isForeignWord, printTrees, takeWord } from '../policy/index.ts';
import { patternOfChoice } from '../chains/index.ts';
import type { AccessSection } from '../sections/types.ts';
import type { WalkBefore } from '../states/walk-state.ts';
import { finalState, finalState24, isWalk24 } from '../states/walk-state.ts';
import { readArrivals } from './judge.ts';
import type { Refusal, WantedRules } from './plan.ts';
import type { Arrival, Planning } from './planning.ts';
import { treesOf } from './planning.ts';

/** Why no text was right for a section, and what it would have to say in each state that comes to it. */
export function noExactTree(
  section: AccessSection,
  arrivals: readonly Arrival[],
  planning: Planning,
): Refusal {
  const read = readArrivals(arrivals, planning);
  if (read.some(({ behind }) => planning.comparison.isAmbiguous(behind))) {
    const isForeign = read.some(({ behind }) => asksForeign(behind));
    return { section, reason: isForeign ? 'third-party-order' : 'module-order', wanted: [] };
  }
  if (read.some(({ behind }) => isBareOf24(behind))) {
    return { section, reason: 'auth-type-bare', wanted: [] };
  }
  if (read.some(({ behind }) => asksUsersOfNone(behind))) {
    return { section, reason: 'auth-type-none', wanted: [] };
  }
  if (read.some(({ behind }) => asksUsersOfNobody(behind, planning))) {
    return { section, reason: 'auth-type-unserved', wanted: [] };
  }
  const wanted = new Map<string, WantedRules>();
  for (const { behind, situation } of read) {
    const lines = printTrees(treesOf(finalState(behind), planning));
    const { server, region, address, fileName, proxied = null } = situation.about;
    const host = calledHost(server);
    const patterns = new Map([...situation.choices].map(([choice, is]) => [patternOfChoice(choice), is]));
    const place = { host, folder: region, address, fileName, proxied };
    wanted.set([host, region, ...lines].join('\n'), { ...place, patterns, lines });
  }
  return { section, reason: 'no-exact-tree', wanted: [...wanted.values()] };
}

/** Whether a Require line is a third-party module's. */
function asksForeign(walk: WalkBefore): boolean {
  return (
    !isWalk24(walk) && (walk.state.requires ?? []).some(({ text }) => isForeignWord(takeWord(text).word))
  );
}

/** An AuthType and no Require: 2.4 answers 500 (authorize_userless, mod_authz_core.c), which no Require line says. */
function isBareOf24(walk: WalkBefore): boolean {
  if (!isWalk24(walk)) return false;
  const { tree, auth } = finalState24(walk);
  return tree === null && auth.type !== null && !isNone(auth.type);
}

/** To 2.4 `AuthType None` is none set, before and after. */
function asksUsersOfNone(walk: WalkBefore): boolean {
  return !isWalk24(walk) && walk.state.requires !== null && isNone(walk.state.auth.type);
}

/** Of a type that no module serves: 2.2 has mod_authn_default for it, which answers 401. */
function asksUsersOfNobody(walk: WalkBefore, { context }: Planning): boolean {
  if (isWalk24(walk) || walk.state.requires === null) return false;
  const { type } = walk.state.auth;
  return type !== null && !context.authTypes.has(type.toLowerCase());
}

function isNone(type: string | null): boolean {
  return type?.toLowerCase() === 'none';
}
