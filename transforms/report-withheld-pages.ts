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
      'The rules in force for {page} keep clients out of it. To those 2.2 sends a text of its own instead (the page only where nothing but <Directory> sections refuse files beside it). 2.4 sends them this page, or runs it if it is a script, where the same sections apply to what they asked for and to the page. The status stays the same, but where the page is proxied, whose status counts then; nothing else is sent. Keep out of the page what not everybody may see.',
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
