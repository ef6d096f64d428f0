import { quoteWord } from '../src/syntax/index.ts';
import { defineTransform, findDirectives, placeOf, replaceNode } from '../src/transform/index.ts';

export const replaceCookieLog = defineTransform({
  id: 'replace-cookie-log',
  title: 'Write CookieLog as CustomLog',
  stage: 'directives',
  rows: [],
  directives: ['CookieLog'],
  applicability: 'safe',
  docs: {
    does: 'Replaces CookieLog by the CustomLog that writes the same lines.',
    why: '2.4 has no CookieLog. In 2.2 it was CustomLog with a fixed format (set_cookie_log in mod_log_config.c).',
    before: 'CookieLog logs/cookie_log',
    after: 'CustomLog logs/cookie_log "%{Cookie}n \\"%r\\" %t"',
    undo: 'Take the CustomLog line away.',
    limits: 'None known.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_log_config.html#customlog',
  },
  messages: {
    replaced: '2.4 has no CookieLog. CustomLog with the format that it had writes the same lines.',
  },
  run({ model, report }) {
    for (const directive of findDirectives(model, 'CookieLog')) {
      const path = directive.node.args[0]?.value;
      if (path === undefined) continue;
      const line = `CustomLog ${quoteWord(path)} ${FORMAT}`;
      report(placeOf(directive), 'replaced', {
        fix: {
          title: 'Replace CookieLog by CustomLog',
          applicability: 'safe',
          edits: replaceNode(directive, [line]),
        },
      });
    }
  },
});

const FORMAT = '"%{Cookie}n \\"%r\\" %t"';
