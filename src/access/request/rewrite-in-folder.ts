import type { Occurrence } from '../../model/index.ts';
import { isUrl } from '../../model/index.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import { supposedIn } from './concrete-request.ts';
import type { Step } from './recorder.ts';
import type { Environment } from './environment.ts';
import { setEach } from './environment.ts';
import { pathOfOwn } from './own-url.ts';
import { rewriteVariable } from './request-facts.ts';
import type { RewriteConfig } from '../addresses/index.ts';
import {
  mapsOf,
  mergeRewriteConfigs,
  readRewriteConfig,
  REWRITE_DIRECTIVES,
  rewriteAddress,
} from '../addresses/index.ts';
import { completePath, withoutSlash } from '../folders/paths.ts';
import type { AccessSection } from '../sections/types.ts';
import { UNREAD_CONDITIONS } from '../unread/unread-rules.ts';
import type { RequestTree } from './request-tree.ts';
import type { Served } from './expected-status.ts';
import { addsSlash } from './expected-status.ts';
import { proxiedAnswer } from './proxied-answer.ts';
import type { Round } from './round.ts';

/** What the rewrite rules of a section or .htaccess file make of a request that was let through. */
export type FolderRewrite =
  | ({
      readonly type: 'answered';
      /** Not for want of Options, or for an address that is none. */
      readonly isOfRule: boolean;
    } & Served)
  /** Where the rule leads depends on what is not known. */
  | { readonly type: 'unknown'; readonly by: Occurrence }
  | {
      readonly type: 'redirect';
      readonly address: string;
      readonly query: string;
      readonly isFinal: boolean;
      /** With the variables of [E]. */
      readonly env: Environment;
    };

/**
 * `hook_fixup` (mod_rewrite.c): the rules of the last section that has any, on the file; null if nothing comes of it.
 * @param isSubrequest whether they are asked while the file is looked up within another request
 */
export function rewriteInFolder(
  tree: RequestTree,
  request: ConcreteRequest,
  round: Round,
  isSubrequest = round.why === 'index',
): FolderRewrite | null {
  const { file, recorder } = round;
  const rules = rulesInForce(tree, round.steps);
  if (rules === null || file === null || round.isFinal || !isOn(recorder)) return null;
  const { config, folder } = rules;
  const { path, pathInfo } = file;
  if (`${path}${pathInfo}/` === folder) return null;
  const { followsLinks, followsOwnLinks } = recorder.options;
  if (!followsLinks && !followsOwnLinks) {
    return {
      type: 'answered',
      isOfRule: false,
      status: 403,
      why: 'RewriteRule needs Options FollowSymLinks here',
    };
  }
  const made = rewriteAddress(path, config.rules, {
    variable: rewriteVariable(
      { ...request, query: round.query },
      round.address,
      round.env,
      tree.factsOf(round.server),
      isSubrequest,
    ),
    kindOf: tree.files.kindOf,
    pathOfOwn: pathOfOwn(tree.factsOf(round.server)),
    lookUp: mapsOf(tree.factsOf(round.server).map.lines, tree.files),
    version: tree.version,
    isSince: tree.isSince,
    folder,
    pathInfo,
    isSubrequest,
    isMet: supposedIn(request),
  });
  recorder.doubtRules(made.unsure);
  if (made.isUnknown && made.by !== null) return { type: 'unknown', by: made.by };
  if (made.status !== null)
    return { type: 'answered', isOfRule: true, status: made.status, why: 'a RewriteRule answers it' };
  if (made.isProxied)
    return {
      type: 'answered',
      isOfRule: true,
      ...proxiedAnswer(tree.factsOf(round.server).lines, made.address),
    };
  if (made.handler !== null) recorder.forceHandler(made.handler);
  if (made.type !== null) recorder.forceType(made.type);
  if (made.by === null || made.address === path) return null;
  if (!made.address.startsWith('/') && !isUrl(made.address)) return noPath(made.address);
  // mod_dir answers a folder without a slash before the redirect is made.
  if (addsSlash(tree, round)) return null;
  if (made.handler !== null)
    return {
      type: 'answered',
      isOfRule: false,
      status: null,
      why: `[H=${made.handler}] keeps the rule from leading there`,
    };
  const address = addressOf(made.address, config, folder, tree, round);
  if (!address.startsWith('/') && !isUrl(address)) return noPath(address);
  return {
    type: 'redirect',
    address,
    query: made.query ?? round.query,
    isFinal: made.isFinal,
    env: setEach(round.env, made.env),
  };
}

function noPath(address: string): FolderRewrite {
  const why = `a RewriteRule leads to ${address}, which is no path`;
  return { type: 'answered', isOfRule: false, status: 400, why };
}

/** Switched on outside of sections, rewriting is on in all of them. */
function isOn({ lines }: Round['recorder']): boolean {
  return lines('rewriteengine').at(-1)?.args[0]?.toLowerCase() === 'on';
}

/** The rules of the last section that has any of the directives, with what it inherits (config_perdir_merge). */
function rulesInForce(
  tree: RequestTree,
  steps: readonly Step[],
): { readonly config: RewriteConfig; readonly folder: string } | null {
  const linesIn = ({ section, isRead }: Step) =>
    isRead
      ? REWRITE_DIRECTIVES.flatMap((name) => tree.linesIn(section, name)).toSorted((a, b) => a.seq - b.seq)
      : [];
  const withRules = steps.filter((step) => linesIn(step).length > 0);
  const last = withRules.at(-1);
  if (last === undefined) return null;
  const folder = startOf(last.section);
  const config = withRules.map((step) => readRewriteConfig(linesIn(step))).reduce(mergeRewriteConfigs);
  return { config, folder };
}

/**
 * What stands before the addresses that rules make: the folder, or what the section is called by, pattern or not, and a slash
 * (`config_perdir_create`, mod_rewrite.c).
 */
function startOf({ matcher, scope: { name, args } }: AccessSection): string {
  const isFolder = matcher.type === 'directory' || matcher.type === 'htaccess';
  const text = isFolder ? `/${matcher.path.join('/')}` : (args.find((arg) => arg !== '~') ?? '');
  return `${UNREAD_CONDITIONS.has(name) ? '*If' : withoutSlash(text)}/`.replace(/^\/\/$/, '/');
}

/**
 * The folder of the rules is taken off for RewriteBase, DocumentRoot where there is none. 2.4 puts what the address began with in the place of the
 * folder where it led, if neither is found: nothing at all for DocumentRoot's, which leaves no address.
 */
function addressOf(
  path: string,
  { base, options }: RewriteConfig,
  folder: string,
  tree: RequestTree,
  round: Round,
): string {
  const { root } = tree.factsOf(round.server).map.lines;
  const made = base === null ? inPlace(path, root, '/') : inPlace(path, folder, base);
  if (made !== null) return made;
  const context = options?.includes('ignorecontextinfo') === true ? null : contextOf(round, root, tree);
  return (context && inPlace(path, context.folder, context.prefix)) ?? path;
}

/** `subst_prefix_path`; null where the path is not in the folder. */
function inPlace(path: string, folder: string, prefix: string): string | null {
  const start = folder.replace(/\/$/, '');
  if (!path.startsWith(`${start}/`)) return null;
  return `${prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`}${path.slice(start.length + 1)}`;
}

/** Where the address led, and what it began with (`ap_set_context_info`): those of an Alias, else DocumentRoot; null: not known, or 2.2. */
function contextOf(
  { mapped: { by } }: Round,
  root: string,
  { version, model }: RequestTree,
): { readonly folder: string; readonly prefix: string } | null {
  if (version === '2.2') return null;
  if (by === null || !/^(?:alias|scriptalias|userdir|virtual.*)$/.test(by.name))
    return { folder: root, prefix: '' };
  const [prefix = '', folder] = by.args;
  const isAlias = by.name.endsWith('alias') && by.args.length === 2;
  return isAlias && folder !== undefined ? { folder: completePath(folder, model), prefix } : null;
}
