// The CGI programs of a tree, as far as their files are here.
import { posix } from 'node:path';
import type { Occurrence, Scope, ServerModel } from '../../src/model/index.ts';
import { rememberWeakly } from '../../src/text/index.ts';
import { findDirectives } from '../../src/transform/index.ts';
import { folderOf, linesOf } from './directory-sections.ts';

/** A program, and the line that makes it one. */
export interface Program {
  readonly line: Occurrence;
  readonly name: string;
  /** As Latin-1; its start, if it is long. */
  readonly text: string;
}

const MOST_PROGRAMS = 500;

/** Those in the folders of ScriptAlias lines, and those that a handler for CGI is set for. */
export const listPrograms = rememberWeakly((model: ServerModel): readonly Program[] => {
  const found: Program[] = [];
  for (const line of cgiLines(model)) {
    for (const { name, text } of filesOf(line, model)) {
      if (found.length === MOST_PROGRAMS) return found;
      found.push({ line, name, text });
    }
  }
  return found;
});

/** The lines by which CGI programs are run, in reading order. */
export function cgiLines(model: ServerModel): Occurrence[] {
  const aliases = findDirectives(model, 'ScriptAlias', 'ScriptAliasMatch');
  const handlers = findDirectives(model, 'AddHandler', 'SetHandler', 'AddType', 'ForceType').filter(
    ({ args }) => /^(cgi-script|application\/x-httpd-cgi)$/i.test(args[0] ?? ''),
  );
  return [...aliases, ...handlers].toSorted((a, b) => a.seq - b.seq);
}

/** Lines by which programs of other kinds get the headers of a request as variables. */
export function gatewayLines(model: ServerModel): Occurrence[] {
  const lines = findDirectives(model, 'FcgidWrapper', 'FastCgiServer', 'WSGIScriptAlias', 'Action');
  const handlers = findDirectives(model, 'AddHandler', 'SetHandler', 'AddType').filter(({ args }) => {
    return /^(fcgid-script|fastcgi-script|(application\/x-httpd-)?php\d?(-script)?)$/i.test(args[0] ?? '');
  });
  const proxied = findDirectives(model, 'ProxyPass', 'ProxyPassMatch').filter(({ args }) =>
    args.some((word) => /^(scgi|fcgi|uwsgi):/i.test(word)),
  );
  return [...lines, ...handlers, ...proxied];
}

function* filesOf(line: Occurrence, model: ServerModel): Iterable<{ name: string; text: string }> {
  if (line.name === 'scriptalias') {
    const folder = line.args[1] ?? '';
    if (folder !== '' && !folder.includes('${')) yield* model.filesIn(folder);
    return;
  }
  const isWanted = wantedNames(line);
  if (isWanted === null) return;
  for (const folder of foldersOf(line.scope, model)) {
    for (const { name, text } of model.filesBelow(folder, isWanted) ?? []) {
      yield { name: posix.basename(name), text };
    }
  }
}

/** By AddHandler and AddType the endings that they name; by SetHandler all that do not look like pages and pictures. */
function wantedNames({ name, args }: Occurrence): ((file: string) => boolean) | null {
  if (name === 'scriptaliasmatch') return null;
  if (name === 'sethandler' || name === 'forcetype')
    return (file) => !/\.(html?|css|js|png|gif|jpe?g|txt)$/i.test(file);
  const endings = args.slice(1).map((ending) => `.${ending.replace(/^\./, '').toLowerCase()}`);
  return (file) => endings.some((ending) => file.toLowerCase().endsWith(ending));
}

function foldersOf(scope: Scope, model: ServerModel): string[] {
  const path = scope.args[0] ?? '';
  if (scope.kind === 'htaccess') return [path];
  if (scope.kind === 'directory') return /[*?[]/.test(path) ? [] : [folderOf(model, path)];
  if (scope.parent !== null && scope !== scope.server) return foldersOf(scope.parent, model);
  return documentRoots(scope.server).map((root) => folderOf(model, root));
}

const documentRoots = rememberWeakly((server: Scope): readonly string[] =>
  linesOf(server, 'documentroot').flatMap(({ args: [root] }) =>
    root === undefined || root.includes('${') ? [] : [root],
  ),
);
