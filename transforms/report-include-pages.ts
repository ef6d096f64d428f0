import type { Occurrence, Scope, ServerModel } from '../src/model/index.ts';
import { defineTransform, findDirectives, findScopes, placeOf } from '../src/transform/index.ts';
import { allowsIncludes, includesFilters } from './shared/pages-without-if.ts';

export const reportIncludePages = defineTransform({
  id: 'report-include-pages',
  title: 'Report pages that mod_include reads differently',
  stage: 'findings',
  rows: [],
  directives: ['XBitHack', 'AddCharset', 'AddOutputFilter'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Says once for a tree with server-side includes how `#set` and `#echo` changed, and points out XBitHack beside HTML pages whose type has a charset.',
    why: '`<!--#set value="..." -->` of 2.2 took `&lt;`, `&amp;` and the like for the characters that they stand for; 2.4 does so only with `decoding="entity"` (SSI_VALUE_RAW in handle_set, mod_include.c). `#echo` of 2.2 wrote each byte outside ASCII as `&#195;`; 2.4 sends it as it is. And XBitHack of 2.2 left pages alone whose type was more than `text/html`; 2.4 looks at its first nine characters (include_fixup).',
    before: 'XBitHack on\nAddCharset utf-8 .html',
    after: '(the lines stay, and are reported)',
    undo: 'Nothing is changed.',
    limits:
      'Pages are not read. Those in a folder `error` are left out, as they come with the server. AddDefaultCharset comes later, and makes no difference to XBitHack.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_include.html#element.set',
  },
  messages: {
    set: 'Pages with server-side includes: `#set` of 2.4 leaves &lt; and the like in its value as they are unless the page says decoding="entity", and `#echo` sends letters outside ASCII as they are, where 2.2 wrote &#195; for each byte.',
    charset:
      'XBitHack of 2.2 did not read pages whose type has a charset, as {line} gives them. 2.4 does: those with the execute bit are searched for server-side includes. If that is not wanted, take the bit off, or write XBitHack off.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4' || model.hasModule22('mod_include.c') === 'no') return;
    const filters = includesFilters(model).filter(({ scope }) => !isForErrors(scope));
    const [first] = filters.toSorted((a, b) => a.seq - b.seq);
    if (first !== undefined && areAllowed(model)) report(placeOf(first), 'set', { level: 'info' });
    const [typed] = charsetLines(model);
    const hack = findDirectives(model, 'XBitHack').find(
      ({ args, on22 }) => on22 !== 'no' && /^(on|full)$/i.test(args[0] ?? ''),
    );
    if (typed !== undefined && hack !== undefined) {
      report(placeOf(hack), 'charset', {
        level: 'warning',
        data: { line: [typed.node.name.value, ...typed.args].join(' ') },
      });
    }
  },
});

/** Upstream's and the packages' pages for errors. */
function isForErrors({ kind, args: [path = ''] }: Scope): boolean {
  return (
    kind === 'directory' && (/\/error\/?$/.test(path) || /^\/usr\/share\/(?:apache2|httpd)\//.test(path))
  );
}

/** Whether some pages may have includes: by Options, or since no line says something else for all folders. */
function areAllowed(model: ServerModel): boolean {
  const lines = findDirectives(model, 'Options').filter(({ on22 }) => on22 !== 'no');
  const isLimited = lines.some(
    ({ scope }) => scope === model.main || (scope.kind === 'directory' && scope.args[0] === '/'),
  );
  if (!isLimited) return true;
  const kinds = [
    'server',
    'virtualhost',
    'directory',
    'directorymatch',
    'location',
    'locationmatch',
  ] as const;
  const scopes = findScopes(model, ...kinds, 'files', 'filesmatch', 'htaccess');
  return scopes.some((scope) => allowsIncludes(scope) && !isForErrors(scope));
}

/** Those that give HTML pages a charset before their fixups. */
function charsetLines(model: ServerModel): Occurrence[] {
  const charsets = findDirectives(model, 'AddCharset').filter(({ args }) =>
    args.slice(1).some((ending) => /^\.?x?html?$/i.test(ending)),
  );
  const types = findDirectives(model, 'AddType', 'ForceType').filter(({ args }) =>
    /^text\/html\s*;/i.test(args[0] ?? ''),
  );
  return [...charsets, ...types].filter(({ on22 }) => on22 !== 'no');
}
