import { occurrencesOf } from '../src/model/index.ts';
import type { ServerModel } from '../src/model/index.ts';
import { isSince } from '../src/target/index.ts';
import type { TargetProfile } from '../src/target/index.ts';
import { defineTransform, findDirectives } from '../src/transform/index.ts';
import { placeServerLine } from './shared/server-line.ts';

export const defaultLimits = defineTransform({
  id: 'default-limits',
  title: 'Offer the old defaults of timeouts and limits',
  stage: 'defaults',
  rows: [],
  directives: [
    'TimeOut',
    'LimitRequestBody',
    'MaxMemFree',
    'MaxRequestsPerChild',
    'CacheDirLevels',
    'ExtendedStatus',
  ],
  isIndependent: true,
  applicability: 'review',
  unsetDefaults: ['offered'],
  docs: {
    does: 'Offers the old default for each timeout and limit that the main server leaves to the default, and that 2.4 changed.',
    why: 'The manuals of 2.2.34 and 2.4.71 give other defaults for TimeOut, LimitRequestBody, MaxMemFree, MaxConnectionsPerChild, CacheDirLevels and ExtendedStatus.',
    before: 'KeepAlive On',
    after: 'KeepAlive On\nTimeOut 300\nLimitRequestBody 0\nMaxMemFree 0\nMaxConnectionsPerChild 10000',
    undo: 'Take the line away.',
    limits:
      'Whether a default was relied on is not in the configuration, so none is written unasked. A binary does not tell its defaults: an older package may have got a later one with a security fix.',
    link: 'https://httpd.apache.org/docs/2.4/upgrading.html',
  },
  messages: {
    offered: '{name} is not set. Its default was {old} and is {now} {when}: {effect}.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || model.kind !== 'server') return;
    for (const limit of LIMITS) {
      const { name, aliases, old, now, effect, isUsed } = limit;
      const when = whenChanged(limit, target);
      if (when === null) continue;
      // Lines for an MPM that this target does not run say what is wanted, too.
      const lines = [name, ...aliases].flatMap((each) => occurrencesOf(model, each));
      if (lines.some(({ scope }) => scope === model.main) || !isUsed(model)) continue;
      const line = placeServerLine(model.main, `${name} ${old}`, ['timeout', 'keepalive', 'listen']);
      if (line === null) continue;
      report(line.place, 'offered', {
        data: { name, old, now, when, effect },
        fix: { title: `Write ${name} ${old}`, applicability: 'review', edits: line.edits },
      });
    }
  },
});

interface Limit {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly old: string;
  readonly now: string;
  /** The release of 2.4 that changed it; absent: 2.4.1. */
  readonly since?: string;
  /** The security fix that brought it, which packages of older releases have, too. */
  readonly fix?: string;
  readonly effect: string;
  readonly isUsed: (model: ServerModel) => boolean;
}

/** The end of the sentence; null where it is as of old. */
function whenChanged({ since, fix }: Limit, target: TargetProfile): string | null {
  if (since === undefined) return 'in 2.4';
  if (isSince(target, since)) return `since ${since}`;
  return fix !== undefined && isPackaged(target)
    ? `since ${since}, and in older packages with the fix of ${fix}`
    : null;
}

/** A build of which more is known than its release. What a default is a binary does not tell. */
function isPackaged({ name, version }: TargetProfile): boolean {
  return name !== version && name !== 'stock';
}

const always = (): boolean => true;
const hasLine =
  (name: string) =>
  (model: ServerModel): boolean =>
    findDirectives(model, name).length > 0;

/** From the manuals of 2.2.34 and 2.4.71. */
const LIMITS: readonly Limit[] = [
  {
    name: 'TimeOut',
    aliases: [],
    old: '300',
    now: '60',
    effect: 'slow clients, CGI programs and proxied servers are given up sooner',
    isUsed: always,
  },
  {
    name: 'LimitRequestBody',
    aliases: [],
    old: '0',
    now: '1073741824',
    since: '2.4.54',
    fix: 'CVE-2022-29404',
    effect: 'uploads of more than 1 GB answer 413',
    isUsed: always,
  },
  {
    name: 'MaxMemFree',
    aliases: [],
    old: '0',
    now: '2048',
    effect: 'processes give memory back',
    isUsed: always,
  },
  {
    name: 'MaxConnectionsPerChild',
    aliases: ['MaxRequestsPerChild'],
    old: '10000',
    now: '0',
    effect: 'processes are no longer replaced after a time, so a leak in a module goes on',
    isUsed: always,
  },
  {
    name: 'CacheDirLevels',
    aliases: [],
    old: '3',
    now: '2',
    effect: 'what lies in the cache is not found any more',
    isUsed: hasLine('CacheRoot'),
  },
  {
    name: 'ExtendedStatus',
    aliases: [],
    old: 'Off',
    now: 'On with mod_status',
    effect: 'the status page shows each request',
    isUsed: (model) =>
      findDirectives(model, 'SetHandler', 'AddHandler').some(({ args }) =>
        /^server-status$/i.test(args[0] ?? ''),
      ),
  },
];
