import type { Occurrence, ServerModel } from '../src/model/index.ts';
import { occurrencesOf } from '../src/model/index.ts';
import { liveModuleLines } from '../src/needs/index.ts';
import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';
import type { Place } from '../src/transform/index.ts';

export const reportSilentDefaults = defineTransform({
  id: 'report-silent-defaults',
  title: 'Say what 2.4 silently does differently',
  // Before the lines go that say otherwise.
  stage: 'directives',
  rows: [],
  directives: ['DefaultType', 'LogLevel', 'VirtualDocumentRoot', 'VirtualScriptAlias', 'CookieTracking'],
  isIndependent: true,
  applicability: 'manual',
  unsetDefaults: ['type', 'missing', 'format'],
  docs: {
    does: 'Says once for a server that files of unknown type are sent without a Content-Type where no DefaultType is written, and that "File does not exist" is no longer in the error log unless it logs at info; what programs see as DOCUMENT_ROOT below VirtualDocumentRoot and VirtualScriptAlias; what cookies of mod_usertrack hold; how long UNIQUE_ID is. Names an ErrorLog that a program reads.',
    why: 'DefaultType text/plain was built into 2.2 (DEFAULT_CONTENT_TYPE); 2.4 has no such type. And 2.4 logs AH00128 at level info, where 2.2 logged it as an error (default_handler in server/core.c): what watches the log for it, such as fail2ban, finds nothing. Its lines have another form, too (do_errorlog_default in server/log.c). mod_vhost_alias of 2.4 sets DOCUMENT_ROOT to the folder of the host (ap_set_document_root), where 2.2 left it to the DocumentRoot line. And mod_usertrack writes a random number into its cookies, where 2.2 wrote the address of the client; mod_unique_id has them, too, since 2.4.29, where it had the address of the server.',
    before: 'LogLevel warn',
    after: '(the same; `LogLevel warn core:info` brings the lines back)',
    undo: 'Nothing is changed.',
    limits: 'Whether there are such files, and whether anybody reads the log, is not in the configuration.',
    link: 'https://httpd.apache.org/docs/2.4/upgrading.html',
  },
  messages: {
    type: '2.2 sent files of unknown type as text/plain, since DefaultType is not set. 2.4 sends them without a Content-Type: name their endings with AddType or in mime.types if they matter.',
    missing:
      '2.4 logs "File does not exist" at level info, where 2.2 logged it as an error. If something reads the error log for it, write LogLevel {level} core:info. The lines of the error log look different, too: {format}.',
    format:
      'The lines of the error log look different in 2.4: {format}. Adapt the programs that read it, such as fail2ban.',
    reader:
      'A program reads this ErrorLog, and its lines look different in 2.4: {format}. Check that the program accepts them; ErrorLogFormat changes the order, but not the number.',
    'document-root':
      'Programs and rewrite rules see the folder of the host as DOCUMENT_ROOT below this in 2.4. In 2.2 they saw what the DocumentRoot line says.',
    'unique-id':
      'UNIQUE_ID has 27 characters since 2.4.29, and had 24 in 2.2. A program that stores it, or looks for it in the log, may have to make room.',
    cookie:
      '2.4 writes a random number into these cookies, and sends them with redirects and error pages, too. 2.2 wrote the address or name of the client, which a program that reads them, or the log, may look for.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || model.kind !== 'server') return;
    const inMain = (name: string): Occurrence | undefined =>
      occurrencesOf(model, name).findLast(({ scope, on22 }) => scope === model.main && on22 !== 'no');
    const place = (...names: readonly string[]): Place => placeAt(model, names.map(inMain));
    if (inMain('DefaultType') === undefined) {
      report(place('TypesConfig', 'DocumentRoot'), 'type', { level: 'info' });
    }
    const level = inMain('LogLevel')?.args[0]?.toLowerCase() ?? 'warn';
    const roots = findDirectives(model, ...HOST_FOLDERS);
    const root = roots.find(({ args }) => args[0]?.toLowerCase() !== 'none');
    if (root !== undefined) report(placeOf(root), 'document-root', { level: 'info' });
    const cookie = findDirectives(model, 'CookieTracking').find(
      ({ args }) => args[0]?.toLowerCase() === 'on',
    );
    if (cookie !== undefined) report(placeOf(cookie), 'cookie', { level: 'info' });
    const unique = liveModuleLines(model).find(({ identifier }) => identifier === 'unique_id_module');
    if (unique !== undefined && isSince(target, LONG_IDS))
      report(placeOf(unique.occurrence), 'unique-id', { level: 'info' });
    const format = FORMAT;
    if (SHOWN_IN_22.has(level))
      report(place('LogLevel', 'ErrorLog'), 'missing', { level: 'info', data: { level, format } });
    else report(place('ErrorLog'), 'format', { level: 'info', data: { format } });
    const read = findDirectives(model, 'ErrorLog').find(({ args }) => isReadByProgram(args[0] ?? ''));
    if (read !== undefined) report(placeOf(read), 'reader', { level: 'error', data: { format } });
  },
});

/** mod_unique_id puts ten random bytes into the place of the address and process of the server. */
const LONG_IDS = '2.4.29';

/** What leads requests to folders that the name of the host is part of, programs among them (vhost_alias_interpolate in mod_vhost_alias.c). */
const HOST_FOLDERS = [
  'VirtualDocumentRoot',
  'VirtualDocumentRootIP',
  'VirtualScriptAlias',
  'VirtualScriptAliasIP',
];

const FORMAT =
  'the module stands before the level, then the process and the port of the client, and most messages begin with a number such as AH01630';

/** A pipe, but to those that write what they get to a file. */
function isReadByProgram(target: string): boolean {
  return (
    target.startsWith('|') &&
    !/\b(rotatelogs2?|cronolog|logger|httplog|multilog|svlogd|tee|cat)\b/.test(target)
  );
}

/** Levels at which 2.2 wrote errors, and that leave out what is at info. */
const SHOWN_IN_22: ReadonlySet<string> = new Set(['error', 'warn', 'notice']);

function placeAt(model: ServerModel, lines: readonly (Occurrence | undefined)[]): Place {
  const line = lines.find((each) => each !== undefined);
  return line === undefined ? { file: model.main.file, span: null } : placeOf(line);
}
