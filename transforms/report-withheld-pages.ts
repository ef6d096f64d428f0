import { withheldPages } from '../src/access/index.ts';
import { defineTransform, placeOf } from '../src/transform/index.ts';

export const reportWithheldPages = defineTransform({
  id: 'report-withheld-pages',
  title: 'Report error pages that 2.4 sends to those who are kept out of them',
  stage: 'access',
  rows: [],
  directives: ['ErrorDocument'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Names each ErrorDocument for 401 and 403 whose page lies where rules keep somebody out.',
    why: '2.2 asked the rules once more for the page, and sent a text of its own to those whom they keep out of it. 2.4 does not ask where the same sections apply to what was asked for and to the page (ap_process_request_internal in server/request.c).',
    before: 'ErrorDocument 403 /private/no.html',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits:
      'Pages of other statuses, and those with a whole address, are not looked at: they are sent as before.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#errordocument',
  },
  messages: {
    withheld:
      'Access rules keep some clients out of the error page {page}. 2.2 mostly sent them a text of its own instead. Where the same sections apply to the page and to what they asked for, 2.4 sends them the page, or runs it if it is a script. The status stays the same, unless the page is proxied: then the proxied server sets it. Keep out of the page what not everybody may see.',
  },
  run({ model, options, writtenFor, report }) {
    if (writtenFor === '2.4' || model.readBy === '2.4') return;
    for (const line of withheldPages(model, options.semantics)) {
      const page = line.args[1] ?? '';
      // What was written for those who are refused does no harm; what is run for them may.
      const level = /\.(?:html?|txt|var)$/i.test(page) ? 'info' : 'warning';
      report(placeOf(line), 'withheld', { level, data: { page } });
    }
  },
});
