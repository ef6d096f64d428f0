import { byReach, coverage, covers, ignoringModule, linesNamed, occurrencesOf } from '../src/model/index.ts';
import type { ModelFile, Occurrence, ServerModel } from '../src/model/index.ts';
import { groupBy, rememberWeakly } from '../src/text/index.ts';
import { leadingComments } from '../src/syntax/index.ts';
import {
  appendArgument,
  defineTransform,
  findDirectives,
  insertAfter,
  insertBefore,
  placeOf,
} from '../src/transform/index.ts';
import type { FileEdit, TransformContext } from '../src/transform/index.ts';
import { htaccessAround } from './shared/htaccess-place.ts';

export const sslLegacyDn = defineTransform({
  id: 'ssl-legacy-dn',
  title: 'Keep the old format of distinguished names',
  stage: 'directives',
  rows: ['ssl-legacy-dn'],
  directives: ['SSLOptions', 'SSLRequire'],
  applicability: 'safe',
  docs: {
    does: 'Adds `+LegacyDNStringFormat` to the SSLOptions of each context that reads SSL_CLIENT_S_DN, SSL_CLIENT_I_DN, SSL_SERVER_S_DN or SSL_SERVER_I_DN: in any directive, by FakeBasicAuth, or by programs where StdEnvVars gives them the variables of a client certificate.',
    why: '2.4 writes these names as RFC 2253 does (`CN=alice,O=Example`), 2.2 wrote `/O=Example/CN=alice`, and what compares them, or looks them up, no longer matches. The option brings the old format back (ssl_engine_vars.c).',
    before: 'SSLRequire %{SSL_CLIENT_S_DN} eq "/O=Example/CN=alice"',
    after: 'SSLRequire %{SSL_CLIENT_S_DN} eq "/O=Example/CN=alice"\nSSLOptions +LegacyDNStringFormat',
    undo: 'Take the option out once everything that reads the names knows the new format.',
    limits:
      'Programs that read the names are not looked into. In a .htaccess file the option needs `AllowOverride Options`, so where the file has no SSLOptions yet, a finding asks for it.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#ssloptions',
  },
  messages: {
    added:
      '2.4 writes the distinguished name that is read here in another format. LegacyDNStringFormat keeps that of 2.2.',
    kept: 'This line sets the SSLOptions anew, without what keeps the format of the distinguished names that are read in this server.',
    htaccess:
      "2.4 writes the distinguished name that is read here in another format. Add `SSLOptions +LegacyDNStringFormat` here if AllowOverride permits Options, else to the folder's section in the server's configuration.",
  },
  run(context) {
    const { model, writtenFor } = context;
    if (writtenFor === '2.4') return;
    const options = findDirectives(model, 'SSLOptions');
    const written = coverage([]);
    const saying = new Set<Occurrence>();
    const say = (line: Occurrence): void => {
      saying.add(line);
      written.add(ignoringModule(line, 'mod_ssl.c', 'ssl_module'));
    };
    options.filter(hasLegacy).forEach(say);
    const byScope = groupBy(options, ({ scope }) => scope);
    const readers = readersOf(model).toSorted(byReach);
    for (const reader of readers) {
      if (written.covers(reader)) continue;
      say(reader);
      const line = byScope.get(reader.scope)?.findLast((each) => covers(each, reader));
      if (line !== undefined) say(line);
      addOption(reader, line, context);
    }
    const servers = new Set(readers.map(({ scope }) => scope.server));
    for (const line of options) {
      const isReached = servers.has(line.scope.server) || servers.has(model.main);
      if (!isReached || saying.has(line) || !line.args.some(isUnsigned)) continue;
      context.report(placeOf(line), 'kept', { fix: fixOf(appendArgument(line, OPTION)) });
    }
  },
});

const OPTION = '+LegacyDNStringFormat';

/** @param line that says SSLOptions where the reader stands */
function addOption(
  reader: Occurrence,
  line: Occurrence | undefined,
  { model, report }: TransformContext<'added' | 'htaccess'>,
): void {
  if (line !== undefined) report(placeOf(reader), 'added', { fix: fixOf(appendArgument(line, OPTION)) });
  else if (htaccessAround(reader.scope)) report(placeOf(reader), 'htaccess', { level: 'warning' });
  else report(placeOf(reader), 'added', { fix: fixOf(newLine(reader, model)) });
}

function fixOf(edits: readonly FileEdit[]) {
  return { title: `Add ${OPTION} to SSLOptions`, applicability: 'safe', edits } as const;
}

/** Beside the reader; not between the lines of a rule. */
function newLine(reader: Occurrence, model: ServerModel): FileEdit[] {
  const { file, node, name } = reader;
  const line = `SSLOptions ${OPTION}`;
  const lines = isSslSure(reader, model) ? [line] : ['<IfModule mod_ssl.c>', `\t${line}`, '</IfModule>'];
  if (name !== 'rewritecond') return insertAfter(reader, lines);
  const first = leadingComments(file.document, node)[0] ?? node;
  return insertBefore({ file, node: first }, lines);
}

/** Whether mod_ssl is there wherever the reader is read: another directive of it says so. */
function isSslSure(reader: Occurrence, model: ServerModel): boolean {
  if (model.hasModule22('mod_ssl.c') === 'yes' || reader.name.startsWith('ssl')) return true;
  return linesNamed(model, (name) => name.startsWith('ssl')).some(
    (line) => isLive(line) && (line.on22 === 'yes' || covers(line, reader)),
  );
}

function readersOf(model: ServerModel): Occurrence[] {
  const verifies = occurrencesOf(model, 'SSLVerifyClient').some(
    (line) => isLive(line) && !/^none$/i.test(line.args[0] ?? 'none'),
  );
  const reads = ({ name, args }: Occurrence): boolean =>
    name === 'ssloptions'
      ? args.some((word) => /^\+?FakeBasicAuth$/i.test(word) || (verifies && /^\+?StdEnvVars$/i.test(word)))
      : args.some((word) => /SSL_(CLIENT|SERVER)_[SI]_DN(?![_A-Z0-9])/i.test(word));
  return linesThatMayRead(model).filter((line) => isLive(line) && mayRead(line) && reads(line));
}

/** In most trees no file speaks of such names, and no value is put in that could. */
function linesThatMayRead(model: ServerModel): readonly Occurrence[] {
  const isOpen = [...model.files.values()].some((file) => mentionsName(file) || takesValues(file));
  return isOpen ? linesNamed(model, () => true) : occurrencesOf(model, 'SSLOptions');
}

/** Only where the text of the file, or a value that was put in, can hold a name do the words have to be looked at. */
function mayRead({ name, file, expanded }: Occurrence): boolean {
  return name === 'ssloptions' || expanded !== null || mentionsName(file);
}

const mentionsName = rememberWeakly(({ source }: ModelFile) =>
  /SSL_(CLIENT|SERVER)_[SI]_DN/i.test(source.text.replace(/\\\r?\n/g, '')),
);

const takesValues = rememberWeakly(({ source }: ModelFile) => source.text.includes('${'));

function isLive({ on22, on24 }: Occurrence): boolean {
  return on22 !== 'no' && on24 !== 'no';
}

function hasLegacy({ args }: Occurrence): boolean {
  return args.some((word) => /^\+?LegacyDNStringFormat$/i.test(word));
}

function isUnsigned(word: string): boolean {
  return !/^[+-]/.test(word);
}
