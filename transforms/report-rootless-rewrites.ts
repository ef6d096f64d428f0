import { rootlessRules } from '../src/access/index.ts';
import { isSince } from '../src/target/index.ts';
import { defineTransform, placeOf } from '../src/transform/index.ts';

export const reportRootlessRewrites = defineTransform({
  id: 'report-rootless-rewrites',
  title: 'Report results of RewriteRule that do not begin with a slash',
  stage: 'findings',
  rows: [],
  directives: ['RewriteRule'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Points out each RewriteRule of the server or of a virtual host whose result need not begin with a slash and is no URL, and takes the requests that it leads out of the summary\'s "Proven".',
    why: 'From 2.4.60 on mod_rewrite puts a slash before such a result (apply_rewrite_rule in mod_rewrite.c; CVE-2024-38474). Later rules are matched against it: `^admin` fits what 2.2 left as `admin/x`, and not `/admin/x`. Where the result is the last one, 2.2 answered 400, and 2.4 serves what lies there below DocumentRoot.',
    before: 'RewriteRule ^/(.*) $1\nRewriteRule ^admin - [F]',
    after: '(the lines stay, and are reported)',
    undo: 'Nothing is changed.',
    limits:
      'Values of maps that are files or programs, and of environment variables, are taken to begin with a slash or to be URLs.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_rewrite.html#rewriterule',
  },
  messages: {
    rootless:
      'Where this result begins with `{what}` and not with a slash, 2.4 puts one before it; 2.2 left it as it is. Rules after it are matched against another text, so one with [F] may no longer refuse. Where none follows, 2.2 answered 400 and 2.4 looks below DocumentRoot. Write the slash here, and `^/` in the patterns that are to match it.',
    internal:
      '2.4 puts a slash before this result, so `{what}` does nothing there: mostly 404. Write what stands after it as the result, with the flag {flag}.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || !isSince(target, '2.4.60')) return;
    for (const { rule, what } of rootlessRules(model)) {
      const flag = what === 'proxy:' ? 'P' : what === 'passthrough:' ? 'PT' : null;
      report(placeOf(rule.line), flag === null ? 'rootless' : 'internal', {
        level: 'error',
        data: { what, ...(flag === null ? {} : { flag }) },
      });
    }
  },
});
