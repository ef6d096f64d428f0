import { defineTransform, findDirectives, groupByNode, placeOf } from '../src/transform/index.ts';

export const reportSuexec = defineTransform({
  id: 'report-suexec',
  title: 'Report SuexecUserGroup, which wants suEXEC now',
  stage: 'findings',
  rows: [],
  directives: ['SuexecUserGroup'],
  applicability: 'manual',
  docs: {
    does: 'Points out the first SuexecUserGroup of a tree.',
    why: 'Where the program suexec is missing, or not set-user-ID root, 2.2 printed a warning and started. 2.4 refuses the line ("SuexecUserGroup configured, but suEXEC is disabled", mod_suexec.c).',
    before: 'SuexecUserGroup alice staff',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits: 'Whether the program is installed is not checked.',
    link: 'https://httpd.apache.org/docs/2.4/suexec.html',
  },
  messages: {
    wants:
      '2.4 does not start with SuexecUserGroup unless the program suexec is installed and set-user-ID root, where 2.2 only warned. `httpd -V` says where it looks for it (SUEXEC_BIN); on Debian it is in a package of its own, apache2-suexec-pristine.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const [first] = groupByNode(findDirectives(model, 'SuexecUserGroup'));
    if (first !== undefined) report(placeOf(first[0]), 'wants', { level: 'warning' });
  },
});
