import { isFilledIn } from '../src/model/index.ts';
import { moduleFacts, modulesProvidingName24 } from '../src/catalog/index.ts';
import type { ServerModel } from '../src/model/index.ts';
import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';

/** Filters that the core registers (server/core.c, modules/http/http_core.c). */
const CORE_FILTERS: ReadonlySet<string> = new Set([
  'content_length',
  'byterange',
  'http_header',
  'chunk',
  'coalesce',
]);

export const reportUnknownFilters = defineTransform({
  id: 'report-unknown-filters',
  title: 'Report filters that no module provides',
  stage: 'findings',
  rows: ['moved-add-output-filter-by-type'],
  directives: ['AddOutputFilterByType'],
  applicability: 'manual',
  refusedAtStart: ['unknown'],
  docs: {
    does: 'Names filters of AddOutputFilterByType that no module of httpd provides, and that nothing in the tree defines. A name that FilterDeclare or FilterProvider gives is for FilterChain, and does not count here.',
    why: '2.2 took any name, and passed over one that it did not know. 2.4 refuses it ("Unknown filter provider", add_filter in mod_filter.c).',
    before: 'AddOutputFilterByType NOSUCH text/html',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits:
      "A filter of a third party's module is not known; where such a module is loaded, the finding is a warning only.",
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_filter.html#addoutputfilterbytype',
  },
  messages: {
    unknown:
      'AddOutputFilterByType names the filter {name}, which no module of httpd provides. 2.2 ignored it; 2.4 refuses the line unless a third-party module provides the filter. If none does, remove the name.',
  },
  run({ model, report }) {
    const defined = definedFilters(model);
    const level = hasOtherModules(model) ? 'warning' : 'error';
    for (const directive of findDirectives(model, 'AddOutputFilterByType')) {
      const names = (directive.args[0] ?? '')
        .split(';')
        .filter((name) => name !== '' && !isFilledIn(name, directive));
      for (const name of names.filter((each) => !isKnown(each.toLowerCase(), defined))) {
        report(placeOf(directive), 'unknown', { data: { name }, level });
      }
    }
  },
});

function isKnown(name: string, defined: ReadonlySet<string>): boolean {
  return CORE_FILTERS.has(name) || defined.has(name) || modulesProvidingName24('filter', name).length > 0;
}

/** Lower case, as filter names are compared. FilterDeclare and FilterProvider register none: their names are for FilterChain alone. */
function definedFilters(model: ServerModel): ReadonlySet<string> {
  const lines = findDirectives(model, 'ExtFilterDefine', 'LuaOutputFilter');
  return new Set(lines.map(({ args }) => (args[0] ?? '').toLowerCase()));
}

function hasOtherModules({ modules }: ServerModel): boolean {
  return modules.some(
    ({ identifier, occurrence }) => occurrence.on24 !== 'no' && moduleFacts(identifier) === null,
  );
}
