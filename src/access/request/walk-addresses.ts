import { fnmatch } from '../../model/index.ts';
import type { SectionLists } from '../chains/section-index.ts';
import type { AccessSection } from '../sections/types.ts';
import type { Meeting } from './meets-pattern.ts';
import { isTaken, meetsPattern } from './meets-pattern.ts';
import type { Recorder } from './recorder.ts';
import type { ServerFacts } from './request-tree.ts';
import { inOrder } from './walk-folders.ts';

/**
 * `ap_location_walk` (server/request.c): a plain section sees doubled slashes as one, a pattern sees them all. With MergeSlashes they are
 * taken to be merged: a plain section sees those, too, that a rule with [PT] has made.
 */
export function walkLocations(
  address: string,
  { lists, mergesSlashes }: ServerFacts,
  recorder: Recorder,
): void {
  const merged = mergesSlashes ? address : mergedSlashes(address);
  const locations = lists.flatMap((each) => each.locations);
  for (const section of inOrder(locations, (each) =>
    isTaken(meetsAddress(each, address, merged), each, recorder),
  ))
    recorder.meet(section);
}

export function mergedSlashes(address: string): string {
  return address.replace(/\/{2,}/g, '/');
}

/** `proxy_walk` (mod_proxy.c): a plain section is a prefix of the text, `*` matches slashes too. */
export function walkProxies(url: string, lists: readonly SectionLists[], recorder: Recorder): void {
  const proxies = lists.flatMap((each) => each.proxies);
  for (const section of inOrder(proxies, (each) => isTaken(meetsUrl(each, url), each, recorder)))
    recorder.meet(section);
}

function meetsAddress({ matcher, scope }: AccessSection, address: string, merged: string): Meeting {
  switch (matcher.type) {
    case 'location': {
      const text = scope.args[0] ?? '/';
      if (!merged.startsWith(text)) return false;
      return text.endsWith('/') || merged.length === text.length || merged[text.length] === '/';
    }
    case 'location-wildcard':
      return fnmatch(scope.args[0] ?? '', merged, { pathname: true });
    case 'location-regex':
      return meetsPattern(matcher.pattern, address);
    default:
      return false;
  }
}

function meetsUrl({ matcher }: AccessSection, url: string): Meeting {
  switch (matcher.type) {
    case 'proxy':
      return url.startsWith(matcher.text);
    case 'proxy-wildcard':
      return fnmatch(matcher.text, url);
    case 'proxy-regex':
      return meetsPattern(matcher.pattern, url);
    default:
      return false;
  }
}
