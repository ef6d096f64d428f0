import { defineTransform, placeOf } from '../src/transform/index.ts';
import { isSince } from './shared/is-since.ts';
import { addFlags, hasFlag, isRedirect, rewriteRules } from './shared/rewrite-rule.ts';
import type { RewriteRule } from './shared/rewrite-rule.ts';

export const keepRewrittenPaths = defineTransform({
  id: 'keep-rewritten-paths',
  title: 'Offer to let a RewriteRule lead anywhere in the file system',
  stage: 'directives',
  rows: [],
  directives: ['RewriteRule'],
  applicability: 'review',
  docs: {
    does: 'Offers the flag UnsafePrefixStat for each RewriteRule of a server whose result begins with something that is put in at the request: a look-up in a map, a variable, a back-reference. Written only with `--apply review`.',
    why: 'From 2.4.60 on such a result is a path of the file system only below the DocumentRoot, else an address, which mostly means 404 (prefix_stat in mod_rewrite.c; CVE-2024-38475). In 2.2 it was a path wherever its first folder exists.',
    before: 'RewriteRule ^/u/([^/]+)/(.*)$ ${homes:$1}/$2 [L]',
    after: 'RewriteRule ^/u/([^/]+)/(.*)$ ${homes:$1}/$2 [L,UnsafePrefixStat]',
    undo: 'Take the flag off. Better than the flag is a result that begins with a folder: `/home/${homes:$1}/$2`.',
    limits:
      'What maps and variables hold is not looked up, so a rule that makes addresses may be named, too.',
    link: 'https://httpd.apache.org/docs/2.4/rewrite/flags.html#flag_unsafe_prefix_stat',
  },
  messages: {
    offered:
      'If this rule makes a path of the file system, 2.4 no longer takes it as one, because it begins with {what}, and answers 404. Let the result begin with a folder, or add the flag UnsafePrefixStat.',
  },
  run({ model, target, options, writtenFor, report }) {
    if (writtenFor === '2.4' || !isSince(target, '2.4.60')) return;
    for (const rule of rewriteRules(model)) {
      const what = isForPaths(rule) ? beginning(rule) : null;
      if (what === null) continue;
      report(placeOf(rule.line), 'offered', {
        data: { what },
        level: options.apply === 'review' ? 'warning' : 'error',
        fix: {
          title: 'Add the flag UnsafePrefixStat',
          applicability: 'review',
          edits: addFlags(rule, 'UnsafePrefixStat'),
        },
      });
    }
  },
});

/** Rules of directories never make paths from their beginning; a proxied, redirected or passed-on result is none. */
function isForPaths(rule: RewriteRule): boolean {
  const { kind } = rule.line.scope;
  if (kind !== 'server' && kind !== 'virtualhost') return false;
  return !isRedirect(rule) && !hasFlag(rule, 'P', 'proxy', 'PT', 'passthrough', 'UnsafePrefixStat');
}

/** Variables that hold an address, or the folder that paths may begin with. */
const HARMLESS = /^((CONTEXT_)?DOCUMENT_ROOT|REQUEST_URI|REQUEST_FILENAME|SCRIPT_URL)$/i;

/** What the result begins with, if that is put in at the request and can be the beginning of a path. */
function beginning({ expansions, pattern, output }: RewriteRule): string | null {
  const [first] = expansions;
  if (first === undefined || first.index > (output.startsWith('/') ? 1 : 0)) return null;
  if (first.type === 'map') return `\${${first.name}}`;
  if (first.type === 'variable') return HARMLESS.test(first.name) ? null : `%{${first.name}}`;
  if (first.type === 'condition-reference') return `%${first.name}`;
  // What a rule takes over whole is an address; behind a prefix of its own a path may stand.
  const isAddress = first.index > 0 || /^\^?\/?\(/.test(pattern) || !pattern.includes('(/');
  return isAddress ? null : `$${first.name}`;
}
