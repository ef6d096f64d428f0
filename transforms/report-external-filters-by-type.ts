import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';

export const reportExternalFiltersByType = defineTransform({
  id: 'report-external-filters-by-type',
  title: 'Report external filters that AddOutputFilterByType names',
  stage: 'findings',
  rows: ['moved-add-output-filter-by-type'],
  directives: ['AddOutputFilterByType', 'ExtFilterDefine'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Names AddOutputFilterByType lines with a filter that ExtFilterDefine made.',
    why: '2.4 runs these filters by way of mod_filter, under another name, and mod_ext_filter does not find its program by that ("couldn\'t find definition of filter", AH01458 in mod_ext_filter.c): every answer of the type is 500.',
    before: 'ExtFilterDefine upper cmd="/usr/bin/tr a-z A-Z"\nAddOutputFilterByType upper text/plain',
    after: '(the lines stay, and are reported)',
    undo: 'Nothing is changed.',
    limits: 'None known.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ext_filter.html#extfilterdefine',
  },
  messages: {
    broken:
      '2.4 answers 500 to every answer of the type: it does not find external filters such as {name} by type. Write SetOutputFilter {name} instead, and intype={type} into its ExtFilterDefine.',
  },
  run({ model, report }) {
    const external = new Set(
      findDirectives(model, 'ExtFilterDefine').map(({ args }) => (args[0] ?? '').toLowerCase()),
    );
    for (const line of findDirectives(model, 'AddOutputFilterByType')) {
      const [names = '', type = ''] = line.args;
      for (const name of names.split(';').filter((each) => external.has(each.toLowerCase()))) {
        report(placeOf(line), 'broken', { data: { name, type }, level: 'error' });
      }
    }
  },
});
