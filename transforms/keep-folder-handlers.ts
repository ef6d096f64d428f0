import { posix } from 'node:path';
import { expandedRules, hasFlag, hasRulesForFiles } from '../src/access/index.ts';
import type { ExpandedRule } from '../src/access/index.ts';
import type { Occurrence, Scope, ServerModel } from '../src/model/index.ts';
import { liveModuleLines } from '../src/needs/index.ts';
import { branchesOf, compilePattern, patternTokens } from '../src/pattern/index.ts';
import { knowsDirective } from '../src/target/index.ts';
import type { TargetProfile } from '../src/target/index.ts';
import {
  defineTransform,
  findDirectives,
  insertAfter,
  placeOf,
  prependChild,
} from '../src/transform/index.ts';
import type { FileEdit } from '../src/transform/index.ts';
import { byReach, coverage, ignoringModule } from './shared/covers.ts';
import { folderOf } from './shared/directory-sections.ts';
import { placePermitting } from './shared/htaccess-place.ts';
import type { ServedFolder } from './shared/served-folders.ts';
import { listServed } from './shared/served-folders.ts';

export const keepFolderHandlers = defineTransform({
  id: 'keep-folder-handlers',
  title: 'Leave folders to the handler that is set for them',
  stage: 'defaults',
  rows: [],
  directives: ['Dav', 'SetHandler', 'ScriptAlias', 'ScriptAliasMatch', 'RewriteRule'],
  isListed: true,
  applicability: 'safe',
  docs: {
    does: 'Writes `DirectoryCheckHandler On` where SetHandler or Dav sets a handler that may meet folders, where a RewriteRule with [P] of a section or a .htaccess file may proxy one, and beside a ScriptAlias if an index page lies in its folder or below, has access rules of its own, or is asked about with rules for GET, or if a ScriptAliasMatch may lead it to another place.',
    why: 'In 2.4 mod_dir answers a request for a folder with its index page although a handler is set for it, where 2.2 left it to the handler: what was refused (404, 403) or made by a program is a page then. PROPFIND and DELETE of a folder of mod_dav would be done to its index page, and where a rule proxies `/` to an application, that one would be asked for `/index.html`. The switch (2.4.8) brings that back (fixup_dir in mod_dir.c of both). For an older target it is `DirectoryIndex disabled` and `DirectorySlash Off`, and a warning for mod_dav, which leaves GET to the index page, and for rules, which may leave other folders to it.',
    before: '<Directory /srv/cgi>\n    SetHandler cgi-script\n</Directory>',
    after: '<Directory /srv/cgi>\n    SetHandler cgi-script\n    DirectoryCheckHandler On\n</Directory>',
    undo: 'Take the line out if index pages are wanted there.',
    limits:
      'A ScriptAlias whose folder is not here gets the line only for access rules. A folder that is here and holds no index page gets none but for those: one that is added later is sent. Sections for files of some names, and addresses of server-status and the like where no folder is, are left alone.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_dir.html#directorycheckhandler',
  },
  messages: {
    kept: 'Requests for a folder here went to the handler {handler} in 2.2. 2.4 sends the index page of the folder if there is one.',
    dav: 'PROPFIND, DELETE and other methods of WebDAV on a folder here were done to the folder in 2.2. 2.4 does them to the index page of the folder if there is one. DirectoryCheckHandler, which brings that back, came with 2.4.8, and {target} is older: keep index pages out of these folders.',
    proxied:
      '2.2 proxied a request for a folder here as it came. 2.4 looks for the index page first: it sends that of the folder, or asks the proxied server for /index.html in the place of /.',
    'proxied-htaccess':
      '2.2 proxied a request for a folder here as it came. 2.4 looks for the index page first: it sends that of the folder, or asks the proxied server for /index.html in the place of /. AllowOverride is not seen to permit Indexes here: write `DirectoryCheckHandler On` into the section for this folder.',
    'proxied-before':
      '2.2 proxied a request for a folder here as it came. 2.4 looks for the index page first: it sends that of the folder, or asks the proxied server for /index.html in the place of /. DirectoryCheckHandler, which brings that back, came with 2.4.8, and {target} is older: write `DirectoryIndex disabled` here if no folder has an index page of its own.',
    scripts:
      'Requests for this folder itself went to mod_cgi in 2.2, which answers 403. 2.4 looks for the index page of the folder first, runs it if there is one, and answers with what the access rules say of it.',
    htaccess:
      'Requests for this folder went to the handler {handler} in 2.2. 2.4 sends the index page of the folder if there is one. AllowOverride is not seen to permit Indexes here: write `DirectoryCheckHandler On` into the section for this folder.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || model.hasModule22('mod_dir.c') === 'no') return;
    const isKnown = knowsDirective(target, 'DirectoryCheckHandler');
    const written = coverage([]);
    const writtenIn = new Set<Scope>();
    const say = (line: Occurrence): void => {
      written.add(ignoringModule(line, 'mod_dir.c', 'dir_module'));
      writtenIn.add(line.scope);
    };
    findDirectives(model, 'DirectoryCheckHandler').forEach(say);
    const disabled = isKnown
      ? []
      : findDirectives(model, 'DirectoryIndex').filter(({ args }) => args[0] === 'disabled');
    const disabledIn = new Set(disabled.map(({ scope }) => scope));
    const disabledAt = new Set(disabled.map(({ scope }) => scope.args[0]));
    const isDisabled = ({ scope, args }: Occurrence): boolean =>
      disabledIn.has(scope) || disabledAt.has(args[0]);
    for (const line of scriptLines(model, target).toSorted(byReach)) {
      if (isDisabled(line)) continue;
      if (isKnown && written.covers(line)) continue;
      if (isKnown) say(line);
      const wanted = isKnown ? linesFor(target) : inLocation(line, linesFor(target));
      const edits = putLines(line, line.scope, model, wanted);
      report(placeOf(line), 'scripts', {
        fix: { title: `Write ${linesFor(target)[0]}`, applicability: 'safe', edits },
      });
    }
    const lines = [...handlerLines(model, target), ...proxyingRules(model)];
    for (const line of lines.toSorted(byReach)) {
      if (isDisabled(line)) continue;
      if (written.covers(line)) continue;
      const at = placePermitting(line.scope, model, 'Indexes');
      const isWrittenThere = at !== null && writtenIn.has(at);
      say(line);
      const isRule = line.name === 'rewriterule';
      // For GET of mod_dav there is no handler, and a rule is not for all requests: without an index pages would be gone.
      if (!isKnown && (isRule || line.name === 'dav')) {
        const messageId = isRule ? 'proxied-before' : 'dav';
        report(placeOf(line), messageId, { data: { target: target.name }, level: 'warning' });
        continue;
      }
      const data = { handler: handlerOf(line) };
      if (at === null) {
        report(placeOf(line), isRule ? 'proxied-htaccess' : 'htaccess', { data, level: 'warning' });
      } else if (!isWrittenThere) {
        const edits = putLines(line, at, model, linesFor(target));
        report(placeOf(line), isRule ? 'proxied' : 'kept', {
          data,
          fix: { title: `Write ${linesFor(target)[0]}`, applicability: 'safe', edits },
        });
      }
    }
  },
});

/** The ScriptAlias lines of folders in which an index page would be answered differently than the folder. */
function scriptLines(model: ServerModel, target: TargetProfile): Occurrence[] {
  const lines = ['ScriptAlias', 'ScriptAliasMatch'].flatMap((name) => findDirectives(model, name));
  const read = lines.filter(({ on22 }) => on22 !== 'no');
  if (read.length === 0) return [];
  const names = indexPages(model);
  const places = read.flatMap(({ args }) => args.slice(0, 2));
  if (mayAnswerOtherwise(model, names, places, target)) return read;
  const folders = new Map(listServed(model).map(({ line, folder }) => [line, folder]));
  return read.filter((line) => {
    if (leadsElsewhere(line)) return true;
    const folder = folders.get(line) ?? folderOfMatch(line, model);
    return (model.filesBelow(folder, (name) => names.includes(name)) ?? []).length > 0;
  });
}

/** Whether a pattern may lead an index page, which is asked about below the address of its folder, to another place than below the folder. */
function leadsElsewhere({ name, args: [pattern = '', path = ''] }: Occurrence): boolean {
  return name === 'scriptaliasmatch' && !(/\(\.\*\)\$?$/.test(pattern) && /[$]\d$/.test(path));
}

/**
 * Whether looking for an index page may be answered in the place of the folder though none lies there: it may lie elsewhere, have access rules of
 * its own, or be asked about with the rules for GET whatever the method is (keep-index-checks).
 */
function mayAnswerOtherwise(
  model: ServerModel,
  names: readonly string[],
  places: readonly string[],
  target: TargetProfile,
): boolean {
  return (
    names.some((name) => name.includes('/')) ||
    hasRulesForFiles(model, names, places) ||
    target.builtin.has(ASKS_AGAIN) ||
    liveModuleLines(model).some(({ identifier }) => identifier === ASKS_AGAIN)
  );
}

const ASKS_AGAIN = 'allowmethods_module';

/** What index pages are called: by default, if no line says it. */
function indexPages(model: ServerModel): readonly string[] {
  const names = findDirectives(model, 'DirectoryIndex').flatMap(({ args }) => args);
  return names.length === 0 ? ['index.html'] : [...new Set(names)];
}

/** The folder at or below which every script of a ScriptAliasMatch lies. */
function folderOfMatch({ args: [, path = ''] }: Occurrence, model: ServerModel): string {
  return folderOf(model, path.replace(/[/][^/]*[$].*$/s, ''));
}

/** The lines of a handler that may meet a folder with an index page. */
function handlerLines(model: ServerModel, target: TargetProfile): Occurrence[] {
  const leadsToFolder = addressesOfFolders(model);
  const lines = findDirectives(model, 'SetHandler', 'Dav').filter((line) =>
    mayMeetFolders(line, leadsToFolder),
  );
  const names = indexPages(model);
  const places = lines.flatMap(({ scope }) => scope.args.slice(0, 1));
  if (lines.length === 0 || mayAnswerOtherwise(model, names, places, target)) return lines;
  return lines.filter(({ scope }) => {
    const path = scope.args[0] ?? '';
    if (scope.kind !== 'directory' || /[*?[\]]/.test(path)) return true;
    const folder = folderOf(model, path);
    const isFile = model.hasFile(folder) === 'yes';
    return !isFile && model.filesBelow(folder, (name) => names.includes(name))?.length !== 0;
  });
}

/** The rules of sections and .htaccess files by which a request for a folder may be proxied. */
function proxyingRules(model: ServerModel): Occurrence[] {
  return expandedRules(model)
    .filter((rule) => hasFlag(rule, 'P', 'proxy') && mayFitFolder(rule))
    .map(({ line }) => line)
    .filter(({ scope }) => scope !== scope.server && isForFolders(scope));
}

/** What a rule of a section is matched against is empty for a folder, or ends with a slash. */
function mayFitFolder({ pattern }: ExpandedRule): boolean {
  if (pattern.startsWith('!')) return true;
  return branchesOf(pattern).some((branch) => !branch.endsWith('$') || !endsInLetter(branch.slice(0, -1)));
}

/** Whether all that matches up to the end of the pattern ends in a character that is no slash. */
function endsInLetter(pattern: string): boolean {
  return branchesOf(pattern).every((branch) => {
    const tokens = patternTokens(branch);
    const last = tokens.at(-1) ?? '';
    if (last !== ')') return /^(?:\w|\\\.)$/.test(last);
    const open = tokens.lastIndexOf('(');
    const inner = tokens.slice(open + 1, -1);
    return open >= 0 && !inner.some((token) => token.startsWith('(')) && endsInLetter(inner.join(''));
  });
}

const NO_FOLDERS: ReadonlySet<Scope['kind']> = new Set(['proxy', 'proxymatch', 'other']);

/** For a folder the name that sections for files are asked about is empty: what comes after the last slash (ap_file_walk in server/request.c). */
function isForFolders({ kind, args: [name = ''] }: Scope): boolean {
  if (kind === 'files') return /^\*+$/.test(name);
  if (kind === 'filesmatch') return compilePattern(name)?.test('') ?? true;
  return !NO_FOLDERS.has(kind);
}

/** Handlers that are asked for by an address of their own. */
const OF_ADDRESSES = /^(server-status|server-info|ldap-status|balancer-manager)$/i;

function mayMeetFolders(
  { name, args, scope, on22 }: Occurrence,
  leadsToFolder: (address: string) => boolean,
): boolean {
  const handler = handlerOf({ name, args });
  if (on22 === 'no' || /^none$/i.test(handler) || !isForFolders(scope)) return false;
  const isAddress = scope.kind === 'location' && scope.args[0] !== '/';
  return !(isAddress && OF_ADDRESSES.test(handler)) || leadsToFolder(scope.args[0] ?? '');
}

/** Whether some server has a folder at the address: found out once for each, for many hosts have the same. */
function addressesOfFolders(model: ServerModel): (address: string) => boolean {
  let served: ReadonlyMap<string, ReadonlySet<string>> | null = null;
  const known = new Map<string, boolean>();
  return (address) => {
    let isFolder = known.get(address);
    if (isFolder === undefined) {
      served ??= foldersByPrefix(listServed(model));
      isFolder = [...served].some(([prefix, folders]) => {
        const rest = restBehind(prefix, address);
        const isThere = (folder: string): boolean =>
          model.hasFolder(posix.join(folder, rest ?? '')) === 'yes';
        return rest !== null && [...folders].some(isThere);
      });
      known.set(address, isFolder);
    }
    return isFolder;
  };
}

/** Under the start of an address each folder that stands for it on some server: once, for many hosts may share it. */
function foldersByPrefix(served: readonly ServedFolder[]): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const { line, folder } of served) {
    const prefix = line.name === 'documentroot' ? '/' : (line.args[0] ?? '');
    const own = folders.get(prefix);
    if (own === undefined) folders.set(prefix, new Set([folder]));
    else own.add(folder);
  }
  return folders;
}

/** What is left of an address that the prefix leads; null for others. */
function restBehind(prefix: string, address: string): string | null {
  const rest = address.slice(prefix.length);
  const isIn = address.startsWith(prefix) && (prefix.endsWith('/') || rest === '' || rest.startsWith('/'));
  return isIn ? rest : null;
}

/** mod_dav sets its own for all methods but GET and POST (`dav_fixups`). Other providers than that of files have no folders. */
function handlerOf({ name, args: [word = 'none'] }: Pick<Occurrence, 'name' | 'args'>): string {
  if (name === 'sethandler') return word;
  return /^(?:on|filesystem)$/i.test(word) ? 'dav-handler' : 'none';
}

/** Before the switch came, no index and no redirect to the name with a slash do the same, for as long as no handler is taken back. */
function linesFor(target: TargetProfile): readonly string[] {
  return knowsDirective(target, 'DirectoryCheckHandler')
    ? ['DirectoryCheckHandler On']
    : ['DirectoryIndex disabled', 'DirectorySlash Off'];
}

/** The switch asks for a handler, so that it may stand for the whole host; no index is for the folder of the alias alone. */
function inLocation({ name, node }: Occurrence, lines: readonly string[]): readonly string[] {
  const section = name === 'scriptaliasmatch' ? 'LocationMatch' : 'Location';
  const address = node.args[0]?.value ?? '';
  return [`<${section} "${address}">`, ...lines.map((line) => `\t${line}`), `</${section}>`];
}

function putLines(line: Occurrence, at: Scope, model: ServerModel, wanted: readonly string[]): FileEdit[] {
  const isSure = model.hasModule22('mod_dir.c') === 'yes';
  const lines = isSure
    ? wanted
    : ['<IfModule mod_dir.c>', ...wanted.map((each) => `\t${each}`), '</IfModule>'];
  if (at === line.scope || at.node === null) return insertAfter(line, lines);
  return prependChild({ file: at.file, node: at.node }, lines);
}
