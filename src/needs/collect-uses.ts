import { moduleFateOf } from '../catalog/index.ts';
import type { Guard, ModelFile, ServerModel } from '../model/index.ts';
import { isInHtaccess, itemsWanted } from '../model/index.ts';
import { createFirstOfAlike, createNumbersAround, writtenName } from './alike-items.ts';
import { argumentsReader } from './argument-uses.ts';
import type { BalancerMention } from './balancer-uses.ts';
import { balancerMention, mayMention, usesOfBalancing } from './balancer-uses.ts';
import {
  isSilent,
  kindOfGuard,
  siteOfItem,
  usesOfGuard,
  usesOfItem,
  guardLine,
  VERSION_USE,
  liveItems,
} from './item-uses.ts';
import type { LiveItem } from './item-uses.ts';
import { treeModules } from './tree-modules.ts';
import type { ModuleUse, UsePlace } from './types.ts';
import type { World } from './world.ts';
import { guardHolds } from './world.ts';
import { flatMap } from '../text/index.ts';
import type { Section } from '../syntax/index.ts';
import { visit } from '../syntax/index.ts';

/** A use at its place. */
export type LocatedUse = ModuleUse & UsePlace;

/** Whether the server answers 500 below a .htaccess file, whatever modules it has. */
export type RefusalTest = (htaccess: ModelFile) => boolean;

type IsServed = (use: Pick<ModuleUse, 'anyOf'>) => boolean;

/**
 * Says of a world, as often as it is asked, every use of a module that the 2.4 server reads in it and does not have there, in reading
 * order but for balancers; of those that are alike, the first. A .htaccess file that is refused calls for nothing. In between modules may come to the world, but none may go: what is served stays so, and is looked at once.
 */
export function createUseSearch(
  model: ServerModel,
  world: World,
  numberAround = createNumbersAround(),
  isRefused: RefusalTest = () => false,
): () => readonly LocatedUse[] {
  const isServed: IsServed = ({ anyOf }) => anyOf.some((each) => world.present.has(each));
  const { isInOpenGuards, callsForMore, hasOpenUse } = createFilters(isServed);
  const isFirstOfAlike = createFirstOfAlike(numberAround);
  const isFirst: typeof isFirstOfAlike = (item, name, words) =>
    !(isInHtaccess(item) && isRefused(item.file)) && isFirstOfAlike(item, name, words);
  const newsOf = (name: string): ((item: Candidate) => boolean) => {
    const isMore = callsForMore();
    const wordsOf = argumentsReader(name);
    return (item) => {
      const words = wordsOf(item);
      return isMore(item, words) && isFirst(item, writtenName(item), words);
    };
  };
  let candidates = itemsWanted(model, {
    isOfGuards: (item) => isInOpenGuards(item) && isFirst(item, '', ''),
    ofName(name) {
      // Balancers are each virtual host's own.
      if (mayMention(name)) return hasOpenUse;
      // Most lines of a tree have one of few names that never call for a module that is not there. What is served later makes fewer of the others.
      return isSilent(name, isServed) ? null : newsOf(name);
    },
  });
  let servedBy = world.present.size;
  const empty = world.present.has('version_module') ? [] : usesOfEmptyVersions(model);
  return () => {
    if (world.present.size > servedBy)
      candidates = candidates.filter((item) => isInOpenGuards(item) || hasOpenUse(item));
    servedBy = world.present.size;
    return collectUses({ model, world, candidates, isServed, empty });
  };
}

/** Whether an item may call for a module that is not there, by its guards or by itself. */
function createFilters(isServed: IsServed) {
  const isOpen = (guard: Guard): boolean => {
    const use = kindOfGuard(guard);
    return use !== null && !isServed(use);
  };
  return {
    isInOpenGuards: ({ guards }: Candidate): boolean => guards.some(isOpen),
    /** Of items that have one name, with those of their words that may call for modules. Asked once of those that say the same, before anything comes to the world. */
    callsForMore(): (item: Candidate, words: string) => boolean {
      const sayings = new Map<string, boolean>();
      return (item, words) => {
        let isMore = sayings.get(words);
        if (isMore === undefined) sayings.set(words, (isMore = usesOfItem(item, isServed).length > 0));
        return isMore;
      };
    },
    hasOpenUse(item: Candidate): boolean {
      return usesOfItem(item, isServed).length > 0 || balancerMention(item) !== null;
    },
  };
}

type Candidate = LiveItem['item'];

interface UseSearch {
  readonly model: ServerModel;
  readonly world: World;
  readonly candidates: readonly Candidate[];
  readonly isServed: IsServed;
  readonly empty: readonly LocatedUse[];
}

function collectUses(search: UseSearch): readonly LocatedUse[] {
  const { model, world, candidates, isServed } = search;
  const uses: LocatedUse[] = [...usesOfTakenOver(model), ...usesOfVersions(search)];
  const mentions: (BalancerMention & UsePlace)[] = [];
  for (const found of liveItems(candidates, (guard) => guardHolds(guard, world))) {
    for (const guard of found.item.guards) {
      for (const use of usesOfGuard(guard)) if (!isServed(use)) uses.push(placed(use, found));
    }
    for (const use of usesOfItem(found.item, isServed)) uses.push(placed(use, found));
    const mention = balancerMention(found.item);
    if (mention !== null) mentions.push(placed(mention, found));
  }
  return [...uses, ...usesOfBalancing(mentions)];
}

function placed<Use extends object>(use: Use, { item, live, inHtaccess }: LiveItem): Use & UsePlace {
  return { site: siteOfItem(item), live, inHtaccess, ...use };
}

/** `<IfVersion>` itself needs mod_version, whether what it holds is read or not. */
function usesOfVersions({ world, candidates, empty }: UseSearch): readonly LocatedUse[] {
  if (world.present.has('version_module')) return [];
  const isReached = (guard: Guard) => (guard.kind === 'ifversion' ? 'yes' : guardHolds(guard, world));
  const guarded = candidates.filter(({ guards }) => guards.some(({ kind }) => kind === 'ifversion'));
  const around = flatMap(liveItems(guarded, isReached), (found) => {
    const versions = found.item.guards.filter(({ kind }) => kind === 'ifversion');
    return flatMap(versions, usesOfGuard).map((use) => placed(use, found));
  });
  return [...around, ...empty];
}

/** mod_authn_alias is part of mod_authn_core now: whoever loads it needs that. */
function usesOfTakenOver(model: ServerModel): readonly LocatedUse[] {
  return flatMap(treeModules(model).takenOver, ({ identifier, occurrence }) => {
    const place: UsePlace = { site: siteOfItem(occurrence), live: occurrence.on24, inHtaccess: false };
    const successors = moduleFateOf(identifier)?.to ?? [];
    return successors.map((each) => ({ anyOf: [each], kind: 'new', what: identifier, ...place }) as const);
  });
}

/**
 * Sections `<IfVersion>` around no line: a guard is known by what it holds, and the rewrite may have taken that away. The server reads their
 * opening lines all the same.
 */
function usesOfEmptyVersions({ files }: ServerModel): (ModuleUse & UsePlace)[] {
  return [...files.values()].filter(mayHoldVersions).flatMap((file) =>
    emptyIn(file).map((node) => ({
      ...VERSION_USE,
      what: guardLine({ node, test: node.open.args.map(({ value }) => value).join(' ') }),
      site: { file, span: node.open.span },
      live: 'yes',
      inHtaccess: file.role === 'htaccess',
    })),
  );
}

/** Most files need not be gone through. */
function mayHoldVersions({ source }: ModelFile): boolean {
  return /<IfVersion/i.test(source.text);
}

function emptyIn({ document }: ModelFile): Section[] {
  const empty = new Set<Section>();
  visit(document, (node, ancestors) => {
    const name = node.type === 'section' ? node.open.name.value.toLowerCase() : '';
    if (name === 'ifversion') empty.add(node as Section);
    else if (node.type === 'directive' || (node.type === 'section' && !name.startsWith('if')))
      for (const around of ancestors) empty.delete(around);
  });
  return [...empty];
}
