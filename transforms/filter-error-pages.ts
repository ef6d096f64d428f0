import type { Occurrence } from '../src/model/index.ts';
import { uncovered } from '../src/model/index.ts';
import { defineTransform, findDirectives, insertAfter, placeOf } from '../src/transform/index.ts';

const LINE = 'SetEnvIf Request_URI . filter-errordocs=1';

export const filterErrorPages = defineTransform({
  id: 'filter-error-pages',
  title: 'Filter error pages by their type, too',
  stage: 'directives',
  rows: ['moved-add-output-filter-by-type'],
  directives: ['AddOutputFilterByType'],
  applicability: 'safe',
  docs: {
    does: 'Writes `SetEnvIf Request_URI . filter-errordocs=1` beside AddOutputFilterByType lines with another filter than DEFLATE.',
    why: '2.4 runs these filters by way of mod_filter, which leaves every answer alone whose status is not 200, unless this variable is set (filter_harness in mod_filter.c). In 2.2 the core ran them, for error pages as well: one with server-side includes is sent unparsed otherwise.',
    before: 'AddOutputFilterByType INCLUDES text/html',
    after: `AddOutputFilterByType INCLUDES text/html\n${LINE}`,
    undo: 'Take the SetEnvIf line away if error pages need no filter.',
    limits:
      'Not done for DEFLATE alone: error pages are then sent as they are, which every client takes. Nor where the tree uses FilterProvider, which left them alone in 2.2, too.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_filter.html#addoutputfilterbytype',
  },
  messages: {
    added:
      '2.4 applies the filters of AddOutputFilterByType to answers with status 200 only, unless filter-errordocs is set; 2.2 applied them to error pages, too.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4' || findDirectives(model, 'FilterProvider').length > 0) return;
    const set = findDirectives(model, 'SetEnv', 'SetEnvIf', 'SetEnvIfNoCase').filter(setsVariable);
    for (const use of uncovered(findDirectives(model, 'AddOutputFilterByType').filter(changesContent), set)) {
      report(placeOf(use), 'added', {
        fix: {
          title: 'Set filter-errordocs',
          applicability: 'safe',
          edits: insertAfter(use, [LINE]),
        },
      });
    }
  },
});

function setsVariable({ args }: Occurrence): boolean {
  return args.some((word) => /^!?filter-errordocs\b/i.test(word));
}

function changesContent({ args, on22 }: Occurrence): boolean {
  const filters = (args[0] ?? '').split(';').filter((name) => name !== '');
  return on22 !== 'no' && filters.some((name) => name.toLowerCase() !== 'deflate');
}
