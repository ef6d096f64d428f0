import type { Scope, ServerModel } from '../src/model/index.ts';
import { appendToDocument } from '../src/syntax/index.ts';
import { defineTransform, findDirectives, findScopes, inFile, placeOfScope } from '../src/transform/index.ts';

export const keepIndexChecks = defineTransform({
  id: 'keep-index-checks',
  title: 'Have index files asked for, too, where rules are for GET',
  stage: 'access',
  rows: [],
  directives: ['Limit', 'LimitExcept', 'DirectoryIndex'],
  keptForDual: true,
  applicability: 'safe',
  docs: {
    does: 'With `--semantics exact`: writes an empty section for the index files behind everything else, where what a `<Limit>` or `<LimitExcept>` says of GET keeps somebody out.',
    why: 'A folder that is asked for by another method than GET has its index file looked up, and 2.2 asks the rules of GET for that. 2.4 leaves the question out where the same sections apply to the folder and to the file (ap_process_request_internal, server/request.c), and answers 200 to OPTIONS and 405 to PUT, where 2.2 answered 401 or 403. With a section that applies to the file alone it asks as before.',
    before:
      '<Directory "/srv/www">\n    <Limit GET POST>\n        Require user alice\n    </Limit>\n</Directory>',
    after:
      '<Directory "/srv/www">\n    <Limit GET POST>\n        Require user alice\n    </Limit>\n</Directory>\n<Files "index.html">\n</Files>',
    undo: 'Remove the empty section. What is in the folder is shown to nobody either way.',
    limits: 'Names of index files that begin with a slash are looked up elsewhere and are left out.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#limit',
  },
  messages: {
    written:
      'Rules for GET stand here. Of a folder that is asked for by another method, such as OPTIONS or PUT, 2.2 asked them for the index file, and 2.4 leaves that out: an empty section for {names} at the end of {file} keeps the answers.',
  },
  run({ model, options, writtenFor, report }) {
    const isExact = options.semantics === 'exact' && options.access === 'require';
    if (writtenFor === '2.4' || !isExact || model.kind !== 'server') return;
    const first = findScopes(model, 'limit', 'limitexcept').find(
      (scope) => coversGet(scope) && keepsOut(scope),
    );
    const names = indexNames(model);
    if (first === undefined || names.length === 0) return;
    const { file } = model.main;
    report(placeOfScope(first), 'written', {
      level: 'info',
      data: { names: new Intl.ListFormat('en').format(names), file: file.path },
      fix: {
        title: 'Write an empty section for index files',
        applicability: 'safe',
        edits: inFile(file, appendToDocument(file.document, emptySection(names))),
      },
    });
  },
});

/** HEAD is GET. */
function coversGet({ name, args }: Scope): boolean {
  const isNamed = args.includes('GET') || args.includes('HEAD');
  return (name === 'limit') === isNamed;
}

function keepsOut({ items }: Scope): boolean {
  return items.some((item) => {
    if (item.type === 'scope') return keepsOut(item);
    return item.name === 'require' && item.args.join(' ').toLowerCase() !== 'all granted';
  });
}

/** Those of all lines, and the default where the server itself has none, without those that have a section already. */
function indexNames(model: ServerModel): string[] {
  const lines = findDirectives(model, 'DirectoryIndex');
  const isSet = lines.some(({ scope, guards }) => scope === model.main && guards.length === 0);
  const names = [...(isSet ? [] : ['index.html']), ...lines.flatMap(({ args }) => args)];
  const own = [...new Set(names)].filter((name) => /^[\w.+-]+$/.test(name));
  const asked = findScopes(model, 'files', 'filesmatch').filter(
    ({ parent, on24 }) => parent === model.main && on24 === 'yes',
  );
  const isAsked = (name: string): boolean =>
    asked.some(({ kind, args }) => kind === 'files' && args[0] === name);
  const rest = own.filter((name) => !isAsked(name));
  const isWritten = asked.some(({ kind, args }) => kind === 'filesmatch' && args[0] === patternOf(rest));
  return isWritten ? [] : rest;
}

function emptySection(names: readonly string[]): string[] {
  const [only = '', ...others] = names;
  if (others.length === 0) return [`<Files "${only}">`, '</Files>'];
  return [`<FilesMatch "${patternOf(names)}">`, '</FilesMatch>'];
}

function patternOf(names: readonly string[]): string {
  return `^(${names.map((name) => name.replace(/[.+]/g, '\\$&')).join('|')})$`;
}
