import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';

export const reportHeaderNames = defineTransform({
  id: 'report-header-names',
  title: 'Report that programs no longer see headers with an underscore',
  stage: 'findings',
  rows: [],
  applicability: 'manual',
  docs: {
    does: 'Says once, where the tree runs CGI programs, that request headers with an underscore or a dot in their name no longer reach them.',
    why: '2.4 hands only headers whose names consist of letters, digits and hyphens on to programs (ap_add_common_vars in server/util_script.c), because X_Token and X-Token were one variable before, which let clients pose as proxies.',
    before: 'ScriptAlias /cgi-bin/ /srv/cgi-bin/',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits: 'Which headers the programs read is not known.',
    link: 'https://httpd.apache.org/docs/2.4/env.html#fixheader',
  },
  messages: {
    dropped:
      'Programs no longer see request headers with an underscore or a dot in their name, such as X_Token. If one of yours reads such a header, let its clients write X-Token, or copy it with SetEnvIf.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const aliases = findDirectives(model, 'ScriptAlias', 'ScriptAliasMatch', 'FcgidWrapper', 'FastCgiServer');
    const handlers = findDirectives(model, 'AddHandler', 'SetHandler').filter(({ args }) => {
      return /^(cgi-script|fcgid-script|fastcgi-script)$/i.test(args[0] ?? '');
    });
    const [first] = [...aliases, ...handlers].toSorted((a, b) => a.seq - b.seq);
    if (first !== undefined) report(placeOf(first), 'dropped');
  },
});
