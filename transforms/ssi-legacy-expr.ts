import type { Occurrence, Scope, ServerModel } from '../src/model/index.ts';
import { readRewriteFlags } from '../src/model/index.ts';
import {
  defineTransform,
  findDirectives,
  insertAfter,
  placeOf,
  prependChild,
} from '../src/transform/index.ts';
import type { FileEdit, TransformContext } from '../src/transform/index.ts';
import { allowsIncludes, includesFilters, pagesWithout } from './shared/pages-without-if.ts';
import { linesOf } from './shared/directory-sections.ts';
import { placePermitting } from './shared/htaccess-place.ts';

export const ssiLegacyExpr = defineTransform({
  id: 'ssi-legacy-expr',
  title: 'Read #if expressions as 2.2 did',
  stage: 'defaults',
  rows: ['ssi-legacy-expr'],
  directives: ['Options'],
  applicability: 'safe',
  docs: {
    does: "Writes `SSILegacyExprParser on` where server-side includes are switched on: into each section and .htaccess file that sets the INCLUDES filter or, where a server sets it, that allows includes by Options; for a server that allows them as a whole, into its `<Directory />` (into a `<Location />` where it is a proxy, too, whose pages have no folder). Not where all pages of a folder can be read and none has an #if, nor for the error pages of the server's own package (`/usr/share/apache2`, `/usr/share/httpd`), which speak the new language.",
    why: 'mod_include of 2.4 reads `<!--#if expr="..." -->` as an expression of its new language, in which most of those written for 2.2 mean something else or are errors. The switch brings the old language back.',
    before: '<Directory /srv/www>\n    Options +Includes\n    AddOutputFilter INCLUDES .shtml\n</Directory>',
    after:
      '<Directory /srv/www>\n    Options +Includes\n    AddOutputFilter INCLUDES .shtml\n    SSILegacyExprParser on\n</Directory>',
    undo: 'Take the line out once the pages have no #if, or speak the new language.',
    limits:
      'Pages are read only where the INCLUDES filter is set by their endings, and for a folder that a section or .htaccess file names: else the line is written though they may have no #if.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_include.html#ssilegacyexprparser',
  },
  messages: {
    added:
      'Pages with server-side includes are served here. 2.4 reads #if expressions in another language unless SSILegacyExprParser is on.',
    htaccess:
      'Pages with server-side includes are served here. 2.4 reads #if expressions in another language unless SSILegacyExprParser is on. A .htaccess file may set that only where AllowOverride has Limit: write it into the section for this folder.',
  },
  run(context) {
    const { model, writtenFor } = context;
    if (writtenFor === '2.4' || model.hasModule22('mod_include.c') === 'no') return;
    const written = new Set<Scope>();
    for (const { scope } of findDirectives(model, 'SSILegacyExprParser')) sayIn(scope, written);
    const isWithout = pagesWithout(model);
    for (const line of linesThatNeedIt(model)) {
      const { scope } = line;
      if (isWrittenAround(scope, written, model) || isOfPackage(scope) || isWithout(scope)) continue;
      const target = placePermitting(scope, model, 'Limit');
      if (target === null) {
        context.report(placeOf(line), 'htaccess', { level: 'warning' });
      } else if (!written.has(target)) {
        sayIn(target, written);
        addSwitch(line, target, context);
      }
    }
  },
});

/**
 * Whether the pages come with the server's own package, which brings those of 2.4 with it: error pages that ask
 * `-z v('CONTENT_LANGUAGE')` (docs/error/include/top.html of 2.4).
 */
function isOfPackage({ kind, args }: Scope): boolean {
  return kind === 'directory' && /^\/usr\/share\/(?:apache2|httpd)(?:\/|$)/.test(args[0] ?? '');
}

/** The main server and its virtual hosts come first: what they say for all makes the rest unnecessary. */
function linesThatNeedIt(model: ServerModel): Occurrence[] {
  const filters = includesFilters(model);
  const servers = new Set(filters.flatMap(({ scope }) => (isServer(scope) ? [scope] : [])));
  const allowing = findDirectives(model, 'Options').filter((line) => {
    const isReached = servers.has(model.main) || servers.has(line.scope.server);
    return isReached && line.on22 !== 'no' && isLastOptionsLine(line) && allowsIncludes(line.scope);
  });
  const own = filters.filter(({ scope }) => !isServer(scope));
  return [
    ...allowing.filter(({ scope }) => isServer(scope)),
    ...own,
    ...allowing.filter(({ scope }) => !isServer(scope)),
  ];
}

function isServer({ kind }: Scope): boolean {
  return kind === 'server' || kind === 'virtualhost';
}

function isLastOptionsLine(line: Occurrence): boolean {
  return linesOf(line.scope, 'options').at(-1) === line;
}

/** A section for all folders or addresses says it for its server. */
function sayIn(scope: Scope, written: Set<Scope>): void {
  written.add(scope);
  const isOfAll = (scope.kind === 'location' || scope.kind === 'directory') && scope.args[0] === '/';
  if (isOfAll) written.add(scope.server);
}

/** In the scope, one around it, or for its server. */
function isWrittenAround(scope: Scope, written: ReadonlySet<Scope>, { main }: ServerModel): boolean {
  for (let outer: Scope | null = scope; outer; outer = outer.parent) if (written.has(outer)) return true;
  return written.has(main) || written.has(scope.server);
}

function addSwitch(
  line: Occurrence,
  target: Scope,
  { model, report }: TransformContext<'added' | 'htaccess'>,
): void {
  const isSure = model.hasModule22('mod_include.c') === 'yes';
  const kind = mayProxy(model) ? 'Location' : 'Directory';
  const inSection = isServer(target) ? [`<${kind} />`, `\t${SWITCH}`, `</${kind}>`] : [SWITCH];
  const lines = isSure
    ? inSection
    : ['<IfModule mod_include.c>', ...inSection.map((each) => `\t${each}`), '</IfModule>'];
  report(placeOf(line), 'added', {
    fix: {
      title: 'Switch the old expressions on',
      applicability: 'safe',
      edits: putLines(line, target, lines),
    },
  });
}

/**
 * Pages of other servers have no folder. For all else a Location would do harm: where one applies, and mod_allowmethods is loaded, the rules of GET
 * are asked of the index file of every folder (keep-index-checks).
 */
function mayProxy(model: ServerModel): boolean {
  if (model.kind !== 'server') return true;
  const isProxied = ({ args: [, , flags = ''] }: Occurrence): boolean => readRewriteFlags(flags).has('P');
  return (
    findDirectives(model, 'ProxyPass', 'ProxyPassMatch', 'ProxyRequests').length > 0 ||
    findDirectives(model, 'RewriteRule').some(isProxied)
  );
}

const SWITCH = 'SSILegacyExprParser on';

function putLines(line: Occurrence, target: Scope, lines: readonly string[]): FileEdit[] {
  const { file, node } = target;
  return target !== line.scope && node !== null
    ? prependChild({ file, node }, lines)
    : insertAfter(line, lines);
}
