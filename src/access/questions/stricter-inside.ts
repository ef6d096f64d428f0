import { remember, rememberWeakly } from '../../text/index.ts';
import { linesNamed, sslRequireVariables } from '../../model/index.ts';
import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import type { Flow } from '../chains/index.ts';
import { answeredFlows } from '../chains/index.ts';
import type { HostLine, State22 } from '../policy/index.ts';
import { EMPTY_STATE_22, isAllMethods } from '../policy/index.ts';
import type { Comparison } from '../proof/decide.ts';
import { linesAskingWithin, linesRunningPrograms } from '../conditions/asked-within.ts';
import { changingVariables } from './changing-variables.ts';
import { variablesAsked } from '../sections/variables.ts';
import { contexts22Of } from '../sections/server-contexts.ts';
import type { AccessSection } from '../sections/types.ts';
import { analysisOf } from '../sections/analysis.ts';
import type { Search22 } from './search-22.ts';
import { search22, walks22 } from './search-22.ts';
import type { World } from '../sections/worlds.ts';
import type { Semantics } from '../states/intended-state.ts';
import { ownState22 } from '../states/own-state.ts';
import type { Walk22 } from '../states/walk-state.ts';
import { START_22 } from '../states/walk-state.ts';
import { limitedWork, orTooMuch } from '../work.ts';

/** Why 2.2 may refuse what it looks up within a request that it let in. */
export interface StricterInside {
  /** The first section, or line, on account of which it does. */
  readonly place: Scope | Occurrence;
  /** What its rules tell apart. */
  readonly by: 'method' | 'variable' | 'file';
}

/**
 * The first section on account of which 2.2 keeps somebody out of an index file (or of what a rule in a folder, or a program, leads to) whom it let in to
 * what was asked for: by what a `<Limit>` or `<LimitExcept>` says of GET, or by variables that may be other ones then; else the first
 * line that asks for what is another for that file: its owner, or, by SSLRequire, its name. Null if there is none, or if it is too much to find out.
 */
export function stricterInside(model: ServerModel, semantics: Semantics): StricterInside | null {
  const isAsking = () =>
    [linesAskingWithin, linesRunningPrograms].some((linesOf) => linesOf(model).length > 0);
  if (model.hasModule22('mod_dir.c') === 'no' && !isAsking()) return null;
  const section = stricterWithGet(model, semantics);
  if (section !== null) return { place: section.scope, by: 'method' };
  const varying = stricterByVariable(model, semantics);
  if (varying !== null) return { place: varying.scope, by: 'variable' };
  const [line] = linesNamed(model, (name) => name === 'sslrequire' || name === 'require', asksForFile);
  return line === undefined ? null : { place: line, by: 'file' };
}

/**
 * The first section that keeps somebody out with GET whom another method lets in; null if there is none.
 * @param isAsked of which sections; of all by default
 * @param others these methods; any by default
 */
export function stricterWithGet(
  model: ServerModel,
  semantics: Semantics,
  isAsked: (section: AccessSection) => boolean = () => true,
  others?: readonly string[],
): AccessSection | null {
  const telling = tellingMethods(model);
  if (telling.size === 0) return null;
  // Where it is not known which 2.2 it is requests with GET are not only compared with those of other methods.
  const isOneServer = contexts22Of(model).length === 1;
  return firstStricter(model, semantics, {
    tells: (section) => telling.has(section) && isAsked(section),
    mayKeepOut: (own, comparison) => !isOneServer || mayBeStricterWithGet(own, comparison),
    isStricter: (walk, { isStricterWithGet }) => isStricterWithGet(walk, others),
  });
}

/** Found once for all sections that are asked about one after another. */
const tellingMethods = rememberWeakly(
  (model: ServerModel): ReadonlySet<AccessSection> =>
    new Set(analysisOf(model).sections.filter(tellsMethodsApart)),
);

function stricterByVariable(model: ServerModel, semantics: Semantics): AccessSection | null {
  const { coming, changing } = changingVariables(model);
  const names = [...new Set([...coming, ...changing])];
  if (names.length === 0) return null;
  return firstStricter(model, semantics, {
    tells: (each) => variablesAsked(each).some((name) => coming.has(name) || changing.has(name)),
    mayKeepOut: () => true,
    isStricter: (walk, { letsMoreIn }) =>
      names.some((name) => {
        const [without, within] = [withVariable(walk, name, false), withVariable(walk, name, true)];
        return letsMoreIn(without, within) || (changing.has(name) && letsMoreIn(within, without));
      }),
  });
}

/** Whether a line may let in to what was asked for, and not to what is looked up within the request. */
function asksForFile({ name, on22, node, file, args }: Occurrence): boolean {
  if (on22 === 'no') return false;
  if (name === 'require') return /^file-(?:owner|group)$/i.test(args[0] ?? '');
  const { start, end } = node.argsSpan;
  const asked = sslRequireVariables(file.source.text.slice(start, end));
  return asked.some((variable) => !OF_WHOLE_REQUEST.test(variable));
}

/** Variables of SSLRequire whose values are the same for all that is looked up within one request. */
const OF_WHOLE_REQUEST =
  /^(?:SSL_.*|HTTPS|HTTP[:_].*|REMOTE_(?:HOST|IDENT|ADDR)|SERVER_.*|REQUEST_SCHEME|DOCUMENT_ROOT|THE_REQUEST|API_VERSION|TIME.*)$/i;

/** What is looked for: sections that tell something apart, and whether anybody is kept out by it. */
interface Sought {
  tells(section: AccessSection): boolean;
  /** Whether anybody may be kept out by one of these, wherever it applies. @param own what it says by itself */
  mayKeepOut(own: State22, comparison: Comparison): boolean;
  isStricter(walk: Walk22, comparison: Comparison): boolean;
}

/** The state where the variable is known to be set, or not to be. */
function withVariable(walk: Walk22, name: string, isSet: boolean): Walk22 {
  const { host } = walk.state;
  if (host === null) return walk;
  const known = (line: HostLine): HostLine => ({
    ...line,
    words: line.words.map((word) => {
      const [, not, asked] = /^env=(!?)(.+)$/is.exec(word) ?? [];
      if (asked?.toLowerCase() !== name) return word;
      return isSet === (not === '') ? 'all' : 'env=';
    }),
  });
  const state = {
    ...walk.state,
    host: { ...host, allow: host.allow.map(known), deny: host.deny.map(known) },
  };
  return { ...walk, state };
}

function firstStricter(model: ServerModel, semantics: Semantics, sought: Sought): AccessSection | null {
  const sections = analysisOf(model).sections;
  if (!sections.some(sought.tells)) return null;
  const search = search22(model, sections, semantics);
  const worlds = analysisOf(model).worlds ?? [];
  const found = (): AccessSection | null => {
    for (const world of worlds) {
      const section = stricterIn(world, search, sought);
      if (section !== null) return section;
    }
    return null;
  };
  return orTooMuch(found, null);
}

function stricterIn(world: World, search: Search22, sought: Sought): AccessSection | null {
  const { model, sections, comparison } = search;
  const mayByOwn = remember((own: State22) => sought.mayKeepOut(own, comparison));
  const asked = sections.filter((each) => sought.tells(each) && mayByOwn(ownState22(each, world)));
  if (asked.length === 0) return null;
  const { index, walk } = walks22(search, world, limitedWork());
  const isStricter = remember((ends: readonly Walk22[]) =>
    ends.some((end) => sought.isStricter(end, comparison)),
  );
  for (const flows of answeredFlows(withHostsOf(asked, model), index, world)) {
    const reached = walk();
    for (const flow of flows) {
      // Where no section met tells requests apart each is like any.
      const telling = lastTelling(flow, sought);
      if (flow.isFinal && telling !== null && isStricter(reached.finalStates(flow))) return telling;
    }
  }
  return null;
}

/** The last section on the way that tells requests apart; null if there is none. */
function lastTelling({ inputs, events }: Flow, sought: Sought): AccessSection | null {
  const own = events.findLast(({ section }) => sought.tells(section))?.section;
  return (
    own ?? inputs.map((each) => lastTelling(each, sought)).findLast((section) => section !== null) ?? null
  );
}

/** The model with those virtual hosts alone on which one of these sections stands: on the others all requests that are let in are alike. */
function withHostsOf(asked: readonly AccessSection[], model: ServerModel): ServerModel {
  const servers = new Set(asked.map(({ server }) => server));
  if (servers.has(model.main)) return model;
  return { ...model, virtualHosts: model.virtualHosts.filter((host) => servers.has(host)) };
}

/**
 * Whether a section may be one that keeps somebody out with GET alone. By its Order, Allow and Deny lines it is not, wherever it
 * applies, if it is not by these alone: they are taken whole, the innermost that there are, and nobody else comes in where they let
 * in fewer, whatever is asked beside them.
 * @param own what it says by itself
 */
export function mayBeStricterWithGet(
  { host, requires, satisfy }: State22,
  { isStricterWithGet }: Pick<Comparison, 'isStricterWithGet'>,
): boolean {
  const others = [...(requires ?? []), ...satisfy];
  if (!others.every(({ methods }) => isAllMethods(methods))) return true;
  return host !== null && isStricterWithGet({ ...START_22, state: { ...EMPTY_STATE_22, host } });
}

function tellsMethodsApart({ entries }: AccessSection): boolean {
  return entries.some(({ methods }) => !isAllMethods(methods));
}
