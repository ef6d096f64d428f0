import { defineTransform, findDirectives, groupByNode, placeOf } from '../src/transform/index.ts';

export const reportSuexec = defineTransform({
  id: 'report-suexec',
  title: 'Report SuexecUserGroup, which wants suEXEC now',
  stage: 'findings',
  rows: [],
  directives: ['SuexecUserGroup'],
  applicability: 'manual',
  refusedAtStart: ['missing'],
  docs: {
    does: 'Points out the first SuexecUserGroup of a tree.',
    why: 'Where the program suexec is missing, or not set-user-ID root, 2.2 printed a warning and started. 2.4 refuses the line ("SuexecUserGroup configured, but suEXEC is disabled", mod_suexec.c).',
    before: 'SuexecUserGroup alice staff',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits:
      'Whether the program is installed is looked up where a server of this machine is asked (--httpd, --configtest); else it is not known.',
    link: 'https://httpd.apache.org/docs/2.4/suexec.html',
  },
  messages: {
    wants:
      '2.4 does not start with SuexecUserGroup unless the program suexec is installed and set-user-ID root, where 2.2 only warned. `httpd -V` says where it looks for it (SUEXEC_BIN); on Debian it is in a package of its own, apache2-suexec-pristine.',
    missing:
      '2.4 does not start with SuexecUserGroup here, where 2.2 only warned: {program} is not there, or not owned by root and set-user-ID. Install it (on Debian the package apache2-suexec-pristine), or take the line out.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || target.suexec?.isUsable) return;
    const [first] = groupByNode(findDirectives(model, 'SuexecUserGroup'));
    if (first === undefined) return;
    const place = placeOf(first[0]);
    if (target.suexec === undefined) report(place, 'wants', { level: 'warning' });
    else report(place, 'missing', { level: 'error', data: { program: target.suexec.program } });
  },
});
