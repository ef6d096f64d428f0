import { expandedRules, makesPath } from '../src/access/index.ts';
import { posix } from 'node:path';
import { scopesOf } from '../src/model/index.ts';
import type { Occurrence, Scope, ServerModel } from '../src/model/index.ts';
import { flatMap, groupBy } from '../src/text/index.ts';
import { defineTransform, findDirectives } from '../src/transform/index.ts';
import { directorySections, linesOf, sectionsOfRoot } from './shared/directory-sections.ts';
import {
  applyOptions,
  EXEC_CGI,
  FOLLOW_SYM_LINKS,
  INCLUDES,
  INDEXES,
  mergeOptions,
} from './shared/options.ts';
import { NO_OPTIONS, OPTIONS_ALL, readOptionWords } from './shared/options.ts';
import type { OptionState } from './shared/options.ts';
import { listServed } from './shared/served-folders.ts';
import { placeServerLine } from './shared/server-line.ts';

export const defaultOptions = defineTransform({
  id: 'default-options',
  title: 'Write Options All where the old default is relied on',
  stage: 'defaults',
  rows: [],
  directives: ['Options'],
  isIndependent: true,
  isListed: true,
  applicability: 'safe',
  docs: {
    does: 'Writes `Options All` for the main server where folders are served for which Options is not set, and listings, CGI programs or server-side includes would stop working in them.',
    why: 'The default was All in 2.2 and is FollowSymLinks in 2.4 (create_core_dir_config in server/core.c): listings and CGI programs answer 403, and includes are sent unparsed. One line for the main server is exactly the old default; a section with Options of its own is not touched by it.',
    before: 'DocumentRoot /srv/www',
    after: 'DocumentRoot /srv/www\nOptions All',
    undo: 'Take the line away, or write less, such as `Options Indexes FollowSymLinks`.',
    limits:
      'Whether a folder without an index page is ever asked for is not known, so a loaded mod_autoindex counts as relied on. Where every folder has Options of its own, nothing is written. The target of a RewriteRule counts where its first folder is there, or a section names one in it.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#options',
  },
  messages: {
    written:
      'Options is not set for {folder}. By default 2.2 allowed All, and 2.4 allows only FollowSymLinks: {lost} would stop working. If you do not need them, remove the new line.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4' || model.kind !== 'server') return;
    const used = usedOptions(model);
    const place = used === 0 ? null : findLoss(model, used);
    if (place === null) return;
    const insertion = placeServerLine(model.main, 'Options All');
    if (insertion === null) return;
    report(insertion.place, 'written', {
      data: { folder: place.folder || 'proxied answers', lost: describe(place.lost) },
      fix: { title: 'Write Options All', applicability: 'safe', edits: insertion.edits },
    });
  },
});

/** The options that something in this tree may need. */
function usedOptions(model: ServerModel): number {
  const hasWord = (pattern: RegExp, ...names: string[]): boolean =>
    findDirectives(model, ...names).some(({ args }) => args.some((word) => pattern.test(word)));
  const filters = ['AddOutputFilter', 'SetOutputFilter', 'AddOutputFilterByType', 'FilterProvider'];
  const hasIncludes =
    hasWord(/(^|;)includes(;|$)/i, ...filters) ||
    hasWord(/^(server-parsed|text\/x-server-parsed-html3?)$/i, 'AddHandler', 'SetHandler', 'AddType') ||
    hasWord(/^(on|full)$/i, 'XBitHack');
  const hasCgi = hasWord(/^cgi-script$/i, 'AddHandler', 'SetHandler');
  const hasListings = model.hasModule22('mod_autoindex.c') !== 'no';
  return (hasCgi ? EXEC_CGI : 0) | (hasIncludes ? INCLUDES : 0) | (hasListings ? INDEXES : 0);
}

/** A folder that a server hands out, and the options that can matter for what is in it. */
interface Reached {
  readonly server: Scope;
  readonly folder: string;
  readonly options: number;
}

/** A served folder in which an option that is used was on by default in 2.2, and would be off in 2.4. */
function findLoss(model: ServerModel, used: number): { folder: string; lost: number } | null {
  if (isSetIn(model.main)) return null;
  const asked = [...(sectionsOfRoot(model).some(isSetIn) ? [] : servedFolders(model)), ...proxied(model)];
  const reached = asked.filter(({ options }) => (used & options) !== 0);
  if (reached.length === 0) return null;
  const sections = directorySections(model);
  const locations = groupBy(rootLocations(model), (scope) => scope.server);
  const lines = groupBy(findDirectives(model, 'Options'), ({ scope }) => scope);
  const statesOf = rememberStates((scope) => lines.get(scope) ?? []);
  for (const { server, folder, options } of reached) {
    const servers = server === model.main ? [server] : [model.main, server];
    const outer = servers.flatMap((each) => locations.get(each) ?? []);
    const scopes = [...servers, ...sections.overOn(folder, server), ...outer];
    const states = scopes.map(statesOf);
    // Guards that are not decided may all be false, or true.
    const all = lostIn(states.map((state) => state.all));
    const isDecided = states.every(({ certain, all: whole }) => certain === whole);
    const lost = isDecided ? all : all | lostIn(flatMap(states, ({ certain }) => certain ?? []));
    if ((lost & used & options) !== 0) return { folder, lost: lost & used & options };
  }
  return null;
}

const EVERYTHING = INDEXES | INCLUDES | EXEC_CGI;

/** Whether the scope says for certain which options there are: then it is the same whatever the default around it is. */
function isSetIn(scope: Scope): boolean {
  const { all, certain } = statesAfter(linesOf(scope, 'options'), isCertain(scope));
  return certain === all && all.isSet;
}

function servedFolders(model: ServerModel): Reached[] {
  // Below a ScriptAlias programs run without ExecCGI, and nothing is listed.
  const served = listServed(model).filter(({ line }) => line.name !== 'scriptalias');
  const mapped = findDirectives(model, 'UserDir', 'AliasMatch', 'VirtualDocumentRoot').flatMap((line) => {
    const folder = exampleFolder(line);
    return folder === null ? [] : [{ server: line.scope.server, folder, options: EVERYTHING }];
  });
  return [
    ...served.map(({ server, folder }) => ({ server, folder, options: EVERYTHING })),
    ...mapped,
    ...rewritten(model),
  ];
}

/** What rules of servers lead to, where their target is a path of the file system: its first folder is there, or a section names it. */
function rewritten(model: ServerModel): Reached[] {
  const named = new Set(scopesOf(model, 'directory').map(({ args }) => firstFolder(args[0] ?? '')));
  return expandedRules(model).flatMap((rule) => {
    const first = firstFolder(rule.output);
    if (first === null || !makesPath(rule)) return [];
    if (!named.has(first) && model.hasFolder(first) !== 'yes') return [];
    const { server } = rule.line.scope;
    return [{ server, folder: posix.dirname(examplePath(rule.output)), options: EVERYTHING }];
  });
}

/** `/srv` of `/srv/www/$1`; null where something is put in there, or nothing is behind it. */
function firstFolder(path: string): string | null {
  return /^(\/[^/$%&?*]+)\/./s.exec(path)?.[1] ?? null;
}

/** A proxied answer has no folder: the sections for `/` and the server's own lines speak of it, as far as they do. */
function proxied(model: ServerModel): Reached[] {
  const servers = findDirectives(model, 'ProxyPass', 'ProxyPassMatch').map(({ scope }) => scope.server);
  return [...new Set(servers)].map((server) => ({ server, folder: '', options: INCLUDES }));
}

/** One of the folders that a pattern stands for: `/home/x/public_html` for `UserDir public_html`. */
function exampleFolder({ name, args }: Occurrence): string | null {
  const written = args[name === 'aliasmatch' ? 1 : 0];
  if (written === undefined || (name === 'userdir' && /^(disabled?|enabled)$/i.test(written))) return null;
  const path = examplePath(written);
  return path.startsWith('/') ? path : `/home/x/${path}`;
}

/** With something in each place where an address, a variable or a map puts something. */
function examplePath(written: string): string {
  return written.replace(/[$%](?:\{[^}]*\}+|[\w.+-]*)|\*/g, 'x');
}

/** `<Location />` speaks of every request of its server. */
function rootLocations(model: ServerModel): Scope[] {
  return scopesOf(model, 'location').filter(({ args, file }) => args[0] === '/' && file.role !== 'htaccess');
}

/** What was on by the default of 2.2 and is not by that of 2.4. */
function lostIn(states: readonly OptionState[]): number {
  const inForce = (byDefault: number): number =>
    states.reduce(mergeOptions, { ...NO_OPTIONS, on: byDefault }).on;
  return inForce(OPTIONS_ALL) & ~inForce(FOLLOW_SYM_LINKS);
}

/** What a scope says by all of its lines, and by those alone that are read for certain: null where it is not itself. */
interface ScopeStates {
  readonly all: OptionState;
  readonly certain: OptionState | null;
}

/** Asked once for each scope: each virtual host asks for the main server's, too. */
function rememberStates(linesIn: (scope: Scope) => readonly Occurrence[]): (scope: Scope) => ScopeStates {
  const known = new Map<Scope, ScopeStates>();
  return (scope) => {
    const made = known.get(scope) ?? statesAfter(linesIn(scope), isCertain(scope));
    known.set(scope, made);
    return made;
  };
}

function statesAfter(lines: readonly Occurrence[], isScopeCertain: boolean): ScopeStates {
  const all = stateAfter(lines);
  if (!isScopeCertain) return { all, certain: null };
  return { all, certain: lines.every(isCertain) ? all : stateAfter(lines.filter(isCertain)) };
}

function stateAfter(lines: readonly Occurrence[]): OptionState {
  return lines.reduce((state, { args }) => applyOptions(state, readOptionWords(args) ?? []), NO_OPTIONS);
}

function isCertain({ on24 }: Occurrence | Scope): boolean {
  return on24 === 'yes';
}

function describe(lost: number): string {
  const names = [
    ...((lost & INDEXES) === 0 ? [] : ['listings']),
    ...((lost & EXEC_CGI) === 0 ? [] : ['CGI programs']),
    ...((lost & INCLUDES) === 0 ? [] : ['server-side includes']),
  ];
  return names.join(', ').replace(/, ([^,]*)$/, ' and $1');
}
