import { expandedRules, hasFlag, isRedirect } from '../src/access/index.ts';
import type { ExpandedRule, Expansion } from '../src/access/index.ts';
import { isSince } from '../src/target/index.ts';
import { defineTransform, placeOf } from '../src/transform/index.ts';
import { groupMayMatch, mayExpandTo } from './shared/may-expand-to.ts';
import { addFlags } from './shared/rewrite-rule.ts';

export const keepQuestionMarks = defineTransform({
  id: 'keep-question-marks',
  title: 'Offer to let a RewriteRule take over %3f',
  stage: 'directives',
  rows: [],
  directives: ['RewriteRule'],
  applicability: 'review',
  docs: {
    does: 'Offers the flag UnsafeAllow3F for each RewriteRule whose path takes over a piece of the address in which there can be an escaped question mark: as an error where it leads to a program or a proxied server. Written only with `--apply review`.',
    why: 'From 2.4.60 on such a request answers 403 (AH10508 in mod_rewrite.c; CVE-2024-38474). In 2.2 the `%3f` became a `?`, so that whoever asked could begin the query of the rewritten address.',
    before: 'RewriteRule ^/wiki/(.*)$ /cgi/show/$1 [PT]',
    after: 'RewriteRule ^/wiki/(.*)$ /cgi/show/$1 [PT,UnsafeAllow3F]',
    undo: 'Take the flag off: addresses with %3f answer 403 then, all others are the same.',
    limits: 'Whether addresses with %3f are ever asked for is not known.',
    link: 'https://httpd.apache.org/docs/2.4/rewrite/flags.html#flag_unsafe_allow_3f',
  },
  messages: {
    offered:
      '2.4 answers 403 here to an address with %3f in the piece that the rule takes over. Decide: leave it so, which is safer, or add the flag UnsafeAllow3F.',
    files:
      '2.4 answers 403 here to an address with %3f in the piece that the rule takes over, where 2.2 looked for the file in front of it. The flag UnsafeAllow3F would bring that back.',
    redirected:
      '2.4 answers 403 here to an address with %3f in it, instead of a redirect. The flag UnsafeAllow3F would bring the redirect back.',
  },
  run({ model, target, options, writtenFor, report }) {
    if (writtenFor === '2.4' || !isSince(target, '2.4.60', 'RewriteRule UnsafeAllow3F')) return;
    for (const rule of expandedRules(model)) {
      if (hasFlag(rule, 'UnsafeAllow3F')) continue;
      if (!rule.expansions.some((each) => mayBringOne(each, rule))) continue;
      const messageId = isRedirect(rule) ? 'redirected' : leadsToProgram(rule) ? 'offered' : 'files';
      report(placeOf(rule.line), messageId, {
        level: messageId !== 'offered' ? 'info' : options.apply === 'review' ? 'warning' : 'error',
        fix: {
          title: 'Add the flag UnsafeAllow3F',
          applicability: 'review',
          edits: addFlags(rule, 'UnsafeAllow3F'),
        },
      });
    }
  },
});

/** A query that a condition takes apart is not decoded: there `%3f` stays what it is. [B] escapes what it puts in. */
function mayBringOne(expansion: Expansion, rule: ExpandedRule): boolean {
  const { type, name, isInQuery } = expansion;
  if (isInQuery || !mayExpandTo('?', expansion, rule)) return false;
  if (type === 'back-reference') return !hasFlag(rule, 'B');
  if (type !== 'condition-reference') return true;
  const sources = rule.conditions.filter(({ args }) => groupMayMatch(args[1] ?? '', Number(name), '?'));
  return !hasFlag(rule, 'B') && sources.some(({ args }) => !/^%\{QUERY_STRING\}$/i.test(args[0] ?? ''));
}

/** Who answers by the address, a program or another server, may be asked for one with a question mark: a title in a wiki. */
function leadsToProgram(rule: ExpandedRule): boolean {
  if (hasFlag(rule, 'P', 'proxy', 'PT', 'passthrough')) return true;
  return /\.(php\d?|phtml|f?cgi|pl|py|rb|aspx?|jspx?|do)\b|cgi[\w-]*\//i.test(rule.output);
}
