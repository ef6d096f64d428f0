import type { Occurrence, ServerModel } from '../src/model/index.ts';
import { sectionsNamed } from '../src/model/index.ts';
import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';

export const reportErrorPageAccess = defineTransform({
  id: 'report-error-page-access',
  title: 'Report error pages that are shown to those who are refused',
  stage: 'findings',
  rows: [],
  directives: ['ErrorDocument'],
  applicability: 'manual',
  docs: {
    does: 'Says once, of the first ErrorDocument for 401 or 403 that is a page of this server, that those who are refused may see it now.',
    why: '2.2 asked the rules of the page once more, and sent its built-in page where they refused it, too, but for files of one folder that only Directory sections refuse. 2.4 does not ask again where the same sections apply to the page and to what was refused (ap_process_request_internal in server/request.c).',
    before: 'ErrorDocument 401 /login.html',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits:
      'Which sections apply is not worked out: a page that a <Location> or <Files> section names is taken to have rules of its own.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#errordocument',
  },
  messages: {
    shown:
      'Where the rules that refuse a request also apply to {page}, 2.4 sends that page all the same; 2.2 mostly sent its built-in one. Put nothing into it that only those who are let in may see.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4' || findDirectives(model, ...REFUSING).length === 0) return;
    const first = findDirectives(model, 'ErrorDocument').find(
      (line) => line.on22 !== 'no' && showsPage(line) && !isNamedApart(line.args[1] ?? '', model),
    );
    if (first === undefined) return;
    report(placeOf(first), 'shown', { level: 'info', data: { page: first.args[1] ?? '' } });
  },
});

const REFUSING = ['Require', 'Deny'];

function showsPage({ args }: Occurrence): boolean {
  return /^40[13]$/.test(args[0] ?? '') && (args[1] ?? '').startsWith('/');
}

function isNamedApart(page: string, model: ServerModel): boolean {
  const [path = ''] = page.split('?');
  return sectionsNamed(model, (name) => name === 'location' || name === 'files').some(({ args }) => {
    const [named = ''] = args;
    return (
      named.length > 1 &&
      (path === named || path.startsWith(`${named.replace(/\/$/, '')}/`) || path.endsWith(`/${named}`))
    );
  });
}
