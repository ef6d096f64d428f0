import { headerWords } from '../src/catalog/index.ts';
import type { Occurrence } from '../src/model/index.ts';
import { defineTransform, findDirectives, placeOf, removeNode } from '../src/transform/index.ts';

export const removeDeadTypeEdits = defineTransform({
  id: 'remove-dead-type-edits',
  title: 'Remove Header lines for Content-Type that 2.2 did not obey',
  stage: 'directives',
  rows: [],
  directives: ['Header'],
  applicability: 'safe',
  docs: {
    does: 'Takes `Header edit`, `Header edit*` and `Header unset` for Content-Type away.',
    why: '2.2 changed the header by these lines and then wrote the type of the answer over it, so they did nothing (ap_http_header_filter in http_filters.c, do_headers_fixup in mod_headers.c). 2.4 obeys them: a text is sent as HTML, or without a type.',
    before: 'Header edit Content-Type plain html',
    after: '(no line)',
    undo: 'Write the line again, if 2.4 is to obey it.',
    limits:
      'Lines with `early` act before there is a type, in both versions: they stay. So does `Header set`, which both obey.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_headers.html#header',
  },
  messages: {
    removed:
      '2.2 did not obey `Header {action}` for Content-Type, 2.4 does. The line is taken out, so that types stay as they were. Write it again if it is to count.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const line of findDirectives(model, 'Header')) {
      const action = deadAction(line);
      if (action === null || line.on22 === 'no') continue;
      report(placeOf(line), 'removed', {
        level: 'warning',
        data: { action },
        fix: {
          title: 'Remove the line',
          applicability: 'safe',
          edits: removeNode(line),
        },
      });
    }
  },
});

/** What a line does to the type of an answer that 2.2 did not let it do; null for all other lines. */
function deadAction({ args }: Occurrence): string | null {
  const [action = '', header = '', ...rest] = headerWords(args);
  const isDead = /^(edit\*?|unset)$/i.test(action) && /^content-type:?$/i.test(header);
  return isDead && rest.at(-1)?.toLowerCase() !== 'early' ? action : null;
}
