import { handlerSetBy } from '../src/access/index.ts';
import type { Occurrence, Scope, ServerModel } from '../src/model/index.ts';
import { byReach, coverage, ignoringModule } from '../src/model/index.ts';
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
import { handlerLines, proxyingRules, scriptLines } from './shared/folder-handlers.ts';
import { placePermitting } from './shared/htaccess-place.ts';

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
    'htaccess-before':
      'Requests for this folder went to the handler {handler} in 2.2. 2.4 sends the index page of the folder if there is one. DirectoryCheckHandler, which brings that back, came with 2.4.8, and {target} is older; and AllowOverride is not seen to permit Indexes here: write `DirectoryIndex disabled` and `DirectorySlash Off` into a section for this folder.',
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
      const isForFolder = isForFolderOf(line.scope, at);
      if (isForFolder && at !== null && disabledIn.has(at)) continue;
      const isWrittenThere = at !== null && writtenIn.has(at);
      say(line);
      const isRule = line.name === 'rewriterule';
      // For GET of mod_dav there is no handler, and a rule is not for all requests: without an index pages would be gone.
      if (!isKnown && (isRule || line.name === 'dav')) {
        const messageId = isRule ? 'proxied-before' : 'dav';
        report(placeOf(line), messageId, { data: { target: target.name }, level: 'warning' });
        continue;
      }
      const data = { handler: handlerSetBy(line) ?? 'none', target: target.name };
      if (!isKnown && !isForFolder) {
        report(placeOf(line), 'htaccess-before', { data, level: 'warning' });
      } else if (at === null) {
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

/** Before the switch came, no index and no redirect to the name with a slash do the same, for as long as no handler is taken back. */
function linesFor(target: TargetProfile): readonly string[] {
  return knowsDirective(target, 'DirectoryCheckHandler')
    ? ['DirectoryCheckHandler On']
    : ['DirectoryIndex disabled', 'DirectorySlash Off'];
}

/** Whether a line put there is for the scope's own folder: an outer section must not take the index pages of all that it is for. */
function isForFolderOf(scope: Scope, at: Scope | null): boolean {
  return at === scope || (scope.kind === 'htaccess' && at?.args[0] === scope.args[0]);
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
