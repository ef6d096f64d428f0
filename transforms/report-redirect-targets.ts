import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';
import { isRedirectStatus } from './shared/redirect-status.ts';

export const reportRedirectTargets = defineTransform({
  id: 'report-redirect-targets',
  title: 'Report redirects that 2.4 answers with 500',
  stage: 'findings',
  rows: [],
  directives: ['RedirectMatch'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Names RedirectMatch lines of a server whose target is neither an address with its scheme nor a path.',
    why: '2.2 sent such a target as it was, and browsers took it from the address that they had asked for. 2.4 answers 500 ("target is not a valid absoluteURI or abs_path", translate_alias_redir in mod_alias.c).',
    before: 'RedirectMatch ^/docs$ manual/',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits: 'A target that begins with a part of the address ($1) or a variable is not judged.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_alias.html#redirectmatch',
  },
  messages: {
    relative:
      '2.4 answers 500 where this line redirects: {target} is neither an address with its scheme nor a path. Write the scheme in front of it, or a slash.',
  },
  run({ model, report }) {
    for (const line of findDirectives(model, 'RedirectMatch')) {
      const { args, scope } = line;
      const target = args.at(-1) ?? '';
      // In a section or a .htaccess file 2.2 answered 500 as well.
      const isOfServer = scope === scope.server;
      const isTarget = args.length > (isRedirectStatus(args[0] ?? '') ? 2 : 1);
      if (!isOfServer || !isTarget || /^(?:[/$]|[a-z0-9+.-]+:)/i.test(target)) continue;
      report(placeOf(line), 'relative', { data: { target }, level: 'error' });
    }
  },
});
