import type { Occurrence, Scope, ServerModel } from '../src/model/index.ts';
import { groupBy } from '../src/text/index.ts';
import { defineTransform, findDirectives, insertAfter, placeOf } from '../src/transform/index.ts';

export const keepIncludeSettings = defineTransform({
  id: 'keep-include-settings',
  title: 'Keep sections from inheriting settings of server-side includes',
  stage: 'directives',
  rows: [],
  directives: ['SSIErrorMsg', 'SSIETag', 'SSILastModified', 'SSITimeFormat', 'SSIUndefinedEcho', 'XBitHack'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Writes the default of each setting of mod_include that stands elsewhere into the sections that have other ones, but not this. In .htaccess files it is reported.',
    why: 'mod_include of 2.2 did not merge its settings: a section with one of them had the defaults of all others (`NULL, /* dir merger --- default is to override */`). In 2.4 they are inherited (merge_includes_dir_config in mod_include.c). XBitHack is among them, which decides which pages are programs.',
    before: 'XBitHack on\n<Directory /srv/www/upload>\n    SSIErrorMsg "no"\n</Directory>',
    after: 'XBitHack on\n<Directory /srv/www/upload>\n    SSIErrorMsg "no"\n    XBitHack off\n</Directory>',
    undo: 'Take the lines out to inherit what is around the section.',
    limits:
      'Whether both apply to one page is not asked: any other section of the same server, or of the main one, is reason enough.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_include.html',
  },
  messages: {
    written:
      'In 2.2 a section with one setting of mod_include inherited none of the others. In 2.4 it does. Set elsewhere, and written here with its default: {names}.',
    htaccess:
      'In 2.2 a .htaccess file with one setting of mod_include inherited none of the others. In 2.4 it does. Set elsewhere: {names}. To keep the defaults here, write {lines}.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4' || model.hasModule22('mod_include.c') === 'no') return;
    const lines = settingLines(model);
    const namesOf = namesSet(lines, model);
    for (const [scope, own] of groupBy(lines, (line) => line.scope)) {
      // What stands there for 2.4 alone is set, and 2.2 had nothing by it.
      if (scope === model.main || own.every(({ on22 }) => on22 === 'no')) continue;
      const set = new Set(own.map(({ name }) => name));
      const around = namesOf(scope);
      const missing = SETTINGS.map((setting) => ({ ...setting, key: setting.name.toLowerCase() })).filter(
        ({ key }) => !set.has(key) && around.some((names) => names.has(key)),
      );
      const [last] = own.slice(-1);
      if (missing.length === 0 || last === undefined) continue;
      const names = missing.map(({ name }) => name).join(', ');
      const texts = missing.map(({ name, value }) => `${name} ${value}`);
      if (scope.kind === 'htaccess') {
        report(placeOf(last), 'htaccess', { level: 'warning', data: { names, lines: texts.join(', ') } });
        continue;
      }
      const edits = insertAfter(last, texts);
      report(placeOf(last), 'written', {
        level: 'info',
        data: { names },
        fix: { title: 'Write the defaults', applicability: 'safe', edits },
      });
    }
  },
});

/** With the defaults of both versions (mod_include.c). */
const SETTINGS = [
  { name: 'XBitHack', value: 'off' },
  { name: 'SSIErrorMsg', value: '"[an error occurred while processing this directive]"' },
  { name: 'SSITimeFormat', value: '"%A, %d-%b-%Y %H:%M:%S %Z"' },
  { name: 'SSIUndefinedEcho', value: '"(none)"' },
  { name: 'SSIETag', value: 'off' },
  { name: 'SSILastModified', value: 'off' },
] as const;

function settingLines(model: ServerModel): Occurrence[] {
  return findDirectives(model, ...SETTINGS.map(({ name }) => name)).toSorted((a, b) => a.seq - b.seq);
}

/** What is set where a scope may inherit it from: a virtual host from the main server alone, a section from any other one before it. */
function namesSet(
  lines: readonly Occurrence[],
  { main }: ServerModel,
): (scope: Scope) => readonly ReadonlySet<string>[] {
  const byServer = new Map(
    [...groupBy(lines, ({ scope }) => scope.server)].map(([server, own]) => [server, namesIn(own)]),
  );
  const ofMain = namesIn(lines.filter(({ scope }) => scope === main));
  return (scope) =>
    scope === scope.server ? [ofMain] : [main, scope.server].flatMap((server) => byServer.get(server) ?? []);
}

function namesIn(lines: readonly Occurrence[]): ReadonlySet<string> {
  return new Set(lines.map(({ name }) => name));
}
