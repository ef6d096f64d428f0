import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';

export const reportIncludesByType = defineTransform({
  id: 'report-includes-by-type',
  title: 'Report pages that are sent whole beside server-side includes by type',
  stage: 'findings',
  rows: ['moved-add-output-filter-by-type'],
  directives: ['AddOutputFilterByType'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Names AddOutputFilterByType lines with the filter INCLUDES.',
    why: '2.4 runs the line by way of mod_filter, which prepares mod_include for each request in the scope of the line, whatever its type (filter_init in mod_filter.c, includes_setup in mod_include.c). Files of all other types lose their ETag, and are sent whole where 2.2 answered 304 to a browser that has them.',
    before: 'AddOutputFilterByType INCLUDES text/html',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits: 'The pages are right; it takes more traffic. Which files have the types is not looked up.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_filter.html#addoutputfilterbytype',
  },
  messages: {
    whole:
      '2.4 sends all files in the scope of this line whole, without an ETag, also those of other types than {types}: it answers 304 to none. Where the names of the pages tell them, write AddOutputFilter INCLUDES with their endings instead.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const line of findDirectives(model, 'AddOutputFilterByType')) {
      const [names = '', ...types] = line.args;
      if (!names.split(';').some((name) => name.toLowerCase() === 'includes')) continue;
      report(placeOf(line), 'whole', { data: { types: types.join(', ') }, level: 'warning' });
    }
  },
});
