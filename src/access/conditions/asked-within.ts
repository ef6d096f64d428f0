import { linesNamed, readRewriteFlags, ruleStatus } from '../../model/index.ts';
import type { Occurrence, ServerModel } from '../../model/index.ts';
import { areFilesAsFolders, areFilesAsFoldersAt, filesEnding } from './files-told.ts';
import { linesAsking, tellsFilesApart } from './index.ts';

/** Rules of folders, Action and Script: by each a request may be led on to another address when it was let in. */
export function linesLeadingOn(model: ServerModel): Occurrence[] {
  return linesNamed(
    model,
    (name) => name === 'rewriterule' || name === 'action' || name === 'script',
    (line) => line.name !== 'rewriterule' || (line.scope !== line.scope.server && leadsOn(line)),
  );
}

function leadsOn({ args: [, made = '', flags = ''] }: Occurrence): boolean {
  const read = readRewriteFlags(flags);
  return made !== '-' && !read.has('P') && ruleStatus(read, made) === null;
}

/**
 * Lines that have a program, or a file with headers of its own, make the answer: where that says `Location: /...` and no status, the request is led
 * on to that address, with GET (`ap_internal_redirect_handler` in mod_cgi.c and mod_asis.c; mod_fcgid, mod_wsgi and the like do the same).
 */
export function linesRunningPrograms(model: ServerModel): Occurrence[] {
  return linesNamed(
    model,
    (name) => RUNS.test(name) || HANDLES.has(name),
    ({ name, args: [handler = ''] }) => RUNS.test(name) || PROGRAM.test(handler),
  );
}

const RUNS = /^(?:(?:virtual|wsgi)?scriptalias(?:match|ip)?|fcgidwrapper)$/;
const HANDLES: ReadonlySet<string> = new Set(['addhandler', 'sethandler', 'addtype', 'forcetype']);
const PROGRAM =
  /^(?:(?:cgi|fcgid|fastcgi|wsgi|perl|python)-(?:script|program)|application\/x-httpd-cgi|x-httpd-suphp|send-as-is|httpd\/send-as-is)$/i;

/** The `Require expr` lines by which a `<Directory>` with a pattern or wildcard meets some files and not others. */
export function linesTellingFiles(model: ServerModel): Occurrence[] {
  return linesAsking(model, tellsFilesApart);
}

/** What lines ask for. */
export function conditionsOf(lines: readonly Occurrence[]): string[] {
  return lines.map(({ args }) => args.join(' '));
}

/**
 * The lines by which a server asks for another file within a request. Which patterns that one meets does not follow from its own path: it
 * takes over those of the file that was asked for if it lies in the same folder, and no others ("this looks really familiar", `ap_directory_walk`,
 * server/request.c).
 */
export function linesAskingWithin(model: ServerModel): Occurrence[] {
  const lines = linesNamed(
    model,
    (name) => ASKS_WITHIN[name] !== undefined,
    (line) => ASKS_WITHIN[line.name]?.(line.args) === true,
  );
  return [...linesLeadingOn(model), ...lines];
}

/**
 * The first of them that some file is there for, so that these conditions can't tell what a file meets: of a folder and its index file they can. Null also where no file is
 * there that meets another pattern than its folder; through WebDAV one may come.
 */
export function lineAskingWithin(model: ServerModel, conditions: readonly string[]): Occurrence | null {
  const lines = linesAskingWithin(model).filter(
    (line) => !hasNothingToAsk(line, model) && !leadsWhereAllAreAlike(line, model, conditions),
  );
  const first = lines.find(({ name }) => name === 'dav') ?? lines[0];
  if (first === undefined) return null;
  return first.name !== 'dav' && areFilesAsFolders(model, conditions) ? null : first;
}

/**
 * Those that have the server map another address, as it does the one asked for from outside: its rules see that one, too. A variant that MultiViews
 * finds is looked up by its file (`ap_sub_req_lookup_dirent`).
 */
export function linesMappingWithin(model: ServerModel): Occurrence[] {
  return linesAskingWithin(model).filter((line) => line.name !== 'options' && !hasNothingToAsk(line, model));
}

/**
 * Whether a line leads requests on to one address, in whose folder it does not matter of which file, or of the folder, a file takes patterns over. From
 * a file of another folder nothing is taken over.
 */
function leadsWhereAllAreAlike(line: Occurrence, model: ServerModel, conditions: readonly string[]): boolean {
  const address = LEADING_ON.has(line.name) ? addressLedTo(line) : null;
  if (address === null) return false;
  const { server } = line.scope;
  const servers = server === model.main ? [model.main, ...model.virtualHosts] : [server];
  return areFilesAsFoldersAt(address, servers, model, conditions);
}

const LEADING_ON: ReadonlySet<string> = new Set(['rewriterule', 'action', 'script']);

/** The one address, without its query; null where it depends on the request. */
function addressLedTo({ name, args: [, made = ''] }: Occurrence): string | null {
  const address = name === 'rewriterule' ? made.replace(/\?.*$/s, '') : made;
  return /^\/[^$%\\]*$/.test(address) ? address : null;
}

/** What a type map names, and what mod_include puts in or asks about. */
const NAMES_FILE = /^URI\s*:/im;
const PUTS_IN = /<!--#\s*(?:include|exec|fsize|flastmod|if|elif)\b/i;
const BY_ENDING: ReadonlySet<string> = new Set(['addhandler', 'addtype', 'addoutputfilter']);

/** Whether none of the files that the line is for by their endings, as `AddHandler type-map var`, asks for another one. */
function hasNothingToAsk({ name, args: [what = '', ...endings] }: Occurrence, model: ServerModel): boolean {
  if (!BY_ENDING.has(name) || endings.length === 0) return false;
  const asks = /type-map/i.test(what) ? NAMES_FILE : PUTS_IN;
  const names = new Set(endings.map((ending) => ending.replace(/^\./, '').toLowerCase()));
  return filesEnding(model, names)?.every(({ text }) => !asks.test(text)) === true;
}

const namesElsewhere = (args: readonly string[]): boolean =>
  args.some((name) => name.replace(/^\.\/+/, '').includes('/'));
const isOn = ([word = 'off']: readonly string[]): boolean => !/^(?:off|none|disabled)$/i.test(word);
/** Filters, handlers and types of mod_include, and type maps of mod_negotiation. */
const asksForOthers = (args: readonly string[]): boolean =>
  args.some((word) => /(?:^|;)includes(?:;|$)|server-parsed|type-map/i.test(word));

const ASKS_WITHIN: Readonly<Record<string, (args: readonly string[]) => boolean>> = {
  directoryindex: namesElsewhere,
  headername: namesElsewhere,
  readmename: namesElsewhere,
  fallbackresource: isOn,
  dav: isOn,
  xbithack: isOn,
  options: (args) => args.some((word) => /^\+?multiviews$/i.test(word)),
  addoutputfilter: asksForOthers,
  addoutputfilterbytype: asksForOthers,
  setoutputfilter: asksForOthers,
  addhandler: asksForOthers,
  sethandler: asksForOthers,
  addtype: asksForOthers,
};
