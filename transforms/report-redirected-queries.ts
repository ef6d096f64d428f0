import { expandedRules, hasFlag, isRedirect } from '../src/access/index.ts';
import type { ExpandedRule } from '../src/access/index.ts';
import { isSince } from '../src/target/index.ts';
import { defineTransform, placeOf } from '../src/transform/index.ts';

export const reportRedirectedQueries = defineTransform({
  id: 'report-redirected-queries',
  title: 'Report redirects that no longer escape the query again',
  stage: 'findings',
  rows: [],
  directives: ['RewriteRule'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Says once, at the first RewriteRule that redirects and leaves the query as it came, that the query is not escaped again.',
    why: 'Without the flag NE 2.2 escaped the query of a redirect once more, so that `%20` became `%2520` (hook_uri2file and hook_fixup in mod_rewrite.c). 2.4 leaves a query alone that the rule did not change; before 2.4.19 only in sections and .htaccess files.',
    before: 'RewriteRule ^/old$ http://www.example.com/new [R]',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits:
      'Whether queries with escaped characters arrive, and what the target makes of them, is not known.',
    link: 'https://httpd.apache.org/docs/2.4/rewrite/flags.html#flag_ne',
  },
  messages: {
    once: '2.2 escaped the query string of this redirect once more: %20 became %2520. 2.4 passes it on as it came. If the target undoes that, change it there.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    // Before 2.4.19 only rules of folders leave the query alone.
    const isLeft = ({ line: { scope } }: ExpandedRule): boolean =>
      isSince(target, '2.4.19') || scope !== scope.server;
    const rule = expandedRules(model).find(
      (each) => each.line.on22 !== 'no' && passesQueryOn(each) && isLeft(each),
    );
    if (rule !== undefined) report(placeOf(rule.line), 'once');
  },
});

function passesQueryOn(rule: ExpandedRule): boolean {
  const query = /\?(.*)/s.exec(rule.output)?.[1] ?? null;
  const isKept = query === null || query === '%{QUERY_STRING}';
  return isKept && isRedirect(rule) && !hasFlag(rule, 'ne', 'noescape');
}
